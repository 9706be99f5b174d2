import { useTranslation } from 'react-i18next'
import type { QueueEntry } from '../../shared/contract/contract.ts'
import { OrdersAbove } from '../places/orders-above.tsx'
import { TapStatusText } from '../ticket/tap-status-text.tsx'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { useAnswer, useCall } from '../ui/window/use-answer.ts'
import { useComanda } from '../ui/window/window-parts.ts'

type QueueRowProps = { readonly entry: QueueEntry; readonly onUndo: () => void; readonly onSendNow: () => void }

function QueueRow({ entry: { orderId, displayId, tap }, onUndo, onSendNow }: QueueRowProps) {
  const { t } = useTranslation()
  return (
    <li className="queue-row" data-queue-order={orderId}>
      <strong className="queue-order">{displayId}</strong>
      <TapStatusText tap={tap} />
      {tap.truth === 'held' ? (
        <span className="queue-buttons">
          <PushButton label={t('action.undo')} onPress={onUndo} />
          <PushButton label={t('action.sendNow')} onPress={onSendNow} />
        </span>
      ) : null}
    </li>
  )
}

/** The taps that no read has confirmed yet, with buttons for those that were not sent. */
export function QueueDialog() {
  const { t } = useTranslation(['translation', 'queue'])
  const answer = useAnswer(
    'queue:list',
    null,
    useComanda((state) => state.board.version),
  )
  const entries = answer?.ok ? answer.value : undefined
  const closeDialog = useComanda((state) => state.closeDialog)
  const undoing = useCall('tap:undo')
  const sending = useCall('tap:send-now')
  /** Only the failure of the last attempt is shown. */
  const attempt = (one: typeof undoing, other: typeof undoing, { tap: { tapId } }: QueueEntry): void => {
    other.clear()
    void one.call({ tapId })
  }
  return (
    <DialogFrame testId="queue-dialog" title={t('queue:title')} onClose={closeDialog} above={<OrdersAbove />}>
      <p>{t('queue:explain')}</p>
      {entries?.length === 0 ? <p className="dialog-empty">{t('queue:empty')}</p> : null}
      <ul className="rows">
        {entries?.map((entry) => (
          <QueueRow
            key={entry.tap.tapId}
            entry={entry}
            onUndo={() => attempt(undoing, sending, entry)}
            onSendNow={() => attempt(sending, undoing, entry)}
          />
        ))}
      </ul>
      <FailureNote failure={undoing.failure ?? sending.failure ?? (answer?.ok === false ? answer.code : undefined)} />
      <div className="dialog-buttons">
        <PushButton label={t('action.close')} onPress={closeDialog} />
      </div>
    </DialogFrame>
  )
}
