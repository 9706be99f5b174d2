import { Suspense } from 'react'
import { LazySetup } from '../setup/lazy-setup.tsx'
import { DialogBoundary } from './dialog-boundary.tsx'
import { loadLater } from './load-later.tsx'
import { useComanda } from './window-parts.ts'

const CancelDialog = loadLater(async () => (await import('../ticket/cancel-dialog.tsx')).CancelDialog)
const CodePad = loadLater(async () => (await import('../counter/code-pad.tsx')).CodePad)
const QueueDialog = loadLater(async () => (await import('./queue-dialog.tsx')).QueueDialog)
const SettingsDialog = loadLater(async () => (await import('../settings/settings-dialog.tsx')).SettingsDialog)
const SoundDialog = loadLater(async () => (await import('../sound/sound-dialog.tsx')).SoundDialog)
const PrintDialog = loadLater(async () => (await import('../print/print-dialog.tsx')).PrintDialog)
const HistoryDialog = loadLater(async () => (await import('../history/history-dialog.tsx')).HistoryDialog)

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
    case 'print':
      return <PrintDialog />
    case 'history':
      return <HistoryDialog />
  }
}

/** Draws the dialog that is open. Only staff close it: nothing that comes from the platform does. */
export function DialogHost() {
  const kind = useComanda((state) => state.dialog?.kind)
  const closeDialog = useComanda((state) => state.closeDialog)
  return (
    <DialogBoundary key={kind} onBroken={closeDialog}>
      <Suspense fallback={null}>
        <OpenDialog />
      </Suspense>
    </DialogBoundary>
  )
}
