import { lazy, Suspense } from 'react'
import { CodePad } from '../counter/code-pad.tsx'
import { LazySetup } from '../setup/lazy-setup.tsx'
import { SoundDialog } from '../sound/sound-dialog.tsx'
import { CancelDialog } from '../ticket/cancel-dialog.tsx'
import { QueueDialog } from './queue-dialog.tsx'
import { useComanda } from './window-parts.ts'

/** What is not for a tap on an order is loaded when it is wanted: the board has to open fast every time. */
const SettingsDialog = lazy(async () => ({
  default: (await import('../settings/settings-dialog.tsx')).SettingsDialog,
}))
const HistoryDialog = lazy(async () => ({ default: (await import('../history/history-dialog.tsx')).HistoryDialog }))

function OpenDialog() {
  const dialog = useComanda((state) => state.dialog)
  switch (dialog?.kind) {
    case undefined:
      return null
    case 'cancel':
      return <CancelDialog orderId={dialog.orderId} displayId={dialog.displayId} />
    case 'code':
      return <CodePad orderId={dialog.orderId} displayId={dialog.displayId} />
    case 'queue':
      return <QueueDialog />
    case 'setup':
      return <LazySetup startAt={dialog.startAt} />
    case 'settings':
      return <SettingsDialog />
    case 'sound':
      return <SoundDialog />
    case 'history':
      return <HistoryDialog />
  }
}

/** Draws the dialog that is open. Only staff close it: nothing that comes from the platform does. */
export function DialogHost() {
  return (
    <Suspense fallback={null}>
      <OpenDialog />
    </Suspense>
  )
}
