import { useTranslation } from 'react-i18next'
import { OrdersAbove } from '../places/orders-above.tsx'
import { ringingIn } from '../store/board-state.ts'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { SettingsForm } from '../ui/window/settings-form.tsx'
import { useCall } from '../ui/window/use-answer.ts'
import { useComanda } from '../ui/window/window-parts.ts'
import { AlarmRows } from './alarm-rows.tsx'
import { SoundTest } from './sound-test.tsx'

/**
 * The orders whose alarm rings now, each with a silence button. Cancelled orders are not listed, because they are
 * acknowledged on their tickets.
 */
function RingingOrders() {
  const { t } = useTranslation()
  const { call, failure } = useCall('order:quiet-alarm')
  const orders = useComanda((state) => state.board.orders)
  const ringing = ringingIn(orders)
  if (ringing.length === 0) return null
  return (
    <>
      <ul className="rows" aria-label={t('alarm.ringing', { count: ringing.length })}>
        {ringing.map(({ orderId, displayId }) => (
          <li key={orderId} className="queue-row">
            <strong className="queue-order">{displayId}</strong>
            <PushButton
              data-silence={orderId}
              label={t('alarm.silence')}
              onPress={() => void call({ orderId, how: 'silenced' })}
            />
          </li>
        ))}
      </ul>
      <FailureNote failure={failure} />
    </>
  )
}

/** The alarm: the orders that ring, the sound test, and the settings. */
export function SoundDialog() {
  const { t } = useTranslation(['translation', 'sound'])
  const closeDialog = useComanda((state) => state.closeDialog)
  return (
    <DialogFrame testId="sound-dialog" title={t('sound:title')} onClose={closeDialog} above={<OrdersAbove />}>
      <RingingOrders />
      <SoundTest />
      <SettingsForm>
        <AlarmRows />
      </SettingsForm>
    </DialogFrame>
  )
}
