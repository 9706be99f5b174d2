import { Activity } from 'react'
import type { OpenDialog } from '../store/state.ts'
import { DialogBoundary } from '../ui/window/dialog-boundary.tsx'
import { lazyComponent } from '../ui/window/lazy-component.tsx'
import { useComanda } from '../ui/window/window-parts.ts'

const GuardedSetup = lazyComponent(async () => (await import('../setup/setup-wizard.tsx')).GuardedSetup)
const CancelDialog = lazyComponent(async () => (await import('../ticket/cancel-dialog.tsx')).CancelDialog)
const CodePad = lazyComponent(async () => (await import('../counter/code-pad.tsx')).CodePad)
const OfferDialog = lazyComponent(async () => (await import('../ticket/offer-dialog.tsx')).OfferDialog)
const BagCheckPage = lazyComponent(async () => (await import('../counter/bag-check-page.tsx')).BagCheckPage)
const WholeOrderDialog = lazyComponent(async () => (await import('../ticket/whole-order-dialog.tsx')).WholeOrderDialog)
const QueueDialog = lazyComponent(async () => (await import('./queue-dialog.tsx')).QueueDialog)
const ConnectionsDialog = lazyComponent(async () => (await import('./connections-dialog.tsx')).ConnectionsDialog)
const SettingsDialog = lazyComponent(async () => (await import('../settings/settings-dialog.tsx')).SettingsDialog)
const SoundDialog = lazyComponent(async () => (await import('../sound/sound-dialog.tsx')).SoundDialog)
const PrintDialog = lazyComponent(async () => (await import('../ticket/print-dialog.tsx')).PrintDialog)
const HistoryDialog = lazyComponent(async () => (await import('../history/history-dialog.tsx')).HistoryDialog)

function DialogOf({ dialog }: { readonly dialog: OpenDialog }) {
  switch (dialog.kind) {
    case 'cancel':
      return <CancelDialog orderId={dialog.orderId} displayId={dialog.displayId} />
    case 'code':
      return <CodePad orderId={dialog.orderId} displayId={dialog.displayId} />
    case 'offer':
      return <OfferDialog orderId={dialog.orderId} displayId={dialog.displayId} />
    case 'bag':
      return <BagCheckPage key={dialog.orderId} orderId={dialog.orderId} />
    case 'whole':
      return <WholeOrderDialog orderId={dialog.orderId} displayId={dialog.displayId} />
    case 'queue':
      return <QueueDialog />
    case 'connections':
      return <ConnectionsDialog />
    case 'setup':
      return <GuardedSetup startAt={dialog.startAt} slot={dialog.slot} />
    case 'settings':
      return <SettingsDialog section={dialog.section} />
    case 'sound':
      return <SoundDialog />
    case 'print':
      return <PrintDialog />
    case 'history':
      return <HistoryDialog />
  }
}

/** One dialog. While it is hidden, it keeps the texts of its fields and runs no effects. */
function HideableDialog({ dialog, isOpen }: { readonly dialog: OpenDialog; readonly isOpen: boolean }) {
  const closeDialog = useComanda((state) => state.closeDialog)
  return (
    <DialogBoundary onBroken={closeDialog}>
      <Activity mode={isOpen ? 'visible' : 'hidden'}>
        <DialogOf dialog={dialog} />
      </Activity>
    </DialogBoundary>
  )
}

/**
 * Draws the open dialog, and the hidden one that keeps its texts. Messages from the platform close no dialog.
 * `unattended-dialog.ts` hides a page that hides open orders and is not used.
 */
export function DialogHost() {
  const dialog = useComanda((state) => state.dialog)
  const hidden = useComanda((state) => state.hiddenDialog)
  return [hidden, dialog].map((one) =>
    one === undefined ? null : <HideableDialog key={one.kind} dialog={one} isOpen={one === dialog} />,
  )
}
