import { Activity, Suspense } from 'react'
import { LazySetup } from '../setup/lazy-setup.tsx'
import type { OpenDialog } from '../store/state.ts'
import { DialogBoundary } from '../window/dialog-boundary.tsx'
import { loadLater } from '../window/load-later.tsx'
import { useComanda } from '../window/window-parts.ts'

const CancelDialog = loadLater(async () => (await import('../ticket/cancel-dialog.tsx')).CancelDialog)
const CodePad = loadLater(async () => (await import('../counter/code-pad.tsx')).CodePad)
const WholeOrderDialog = loadLater(async () => (await import('../ticket/whole-order-dialog.tsx')).WholeOrderDialog)
const QueueDialog = loadLater(async () => (await import('./queue-dialog.tsx')).QueueDialog)
const SettingsDialog = loadLater(async () => (await import('../settings/settings-dialog.tsx')).SettingsDialog)
const SoundDialog = loadLater(async () => (await import('../sound/sound-dialog.tsx')).SoundDialog)
const PrintDialog = loadLater(async () => (await import('../print/print-dialog.tsx')).PrintDialog)
const HistoryDialog = loadLater(async () => (await import('../history/history-dialog.tsx')).HistoryDialog)

function DialogOf({ dialog }: { readonly dialog: OpenDialog }) {
  switch (dialog.kind) {
    case 'cancel':
      return <CancelDialog orderId={dialog.orderId} displayId={dialog.displayId} />
    case 'code':
      return <CodePad orderId={dialog.orderId} displayId={dialog.displayId} />
    case 'whole':
      return <WholeOrderDialog orderId={dialog.orderId} displayId={dialog.displayId} />
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

/** One dialog, hidden while it is only kept: hidden it has its fields, and neither the focus nor effects nor a look. */
function Kept({ dialog, isOpen }: { readonly dialog: OpenDialog; readonly isOpen: boolean }) {
  const closeDialog = useComanda((state) => state.closeDialog)
  return (
    <DialogBoundary onBroken={closeDialog}>
      <Activity mode={isOpen ? 'visible' : 'hidden'}>
        <Suspense fallback={null}>
          <DialogOf dialog={dialog} />
        </Suspense>
      </Activity>
    </DialogBoundary>
  )
}

/**
 * Draws the dialog that is open, and keeps a page that was left. Nothing that comes from the platform closes a dialog;
 * a page that nothing touches is closed in front of open orders: left-dialog.ts.
 */
export function DialogHost() {
  const dialog = useComanda((state) => state.dialog)
  const left = useComanda((state) => state.leftDialog)
  return [left, dialog].map((one) =>
    one === undefined ? null : <Kept key={one.kind} dialog={one} isOpen={one === dialog} />,
  )
}
