import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useSettingsChange } from '../window/settings-section.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { AlarmControls } from './alarm-controls.tsx'
import { SoundTest } from './sound-test.tsx'

/**
 * The orders whose alarm rings now, each with a silence button. Cancelled orders are not listed, because they are
 * acknowledged on their tickets.
 */
function RingingOrders() {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const orders = useComanda((state) => state.board.orders)
  const [failure, setFailure] = useState<FailureCode>()
  const silence = async (orderId: string): Promise<void> => {
    const answer = await callSafely(() => bridge.call['order:quiet-alarm']({ orderId, how: 'silenced' }))
    setFailure(answer.ok ? undefined : answer.code)
  }
  const ringing = Object.values(orders).filter(({ alarm }) => alarm !== undefined && alarm !== 'cancelled')
  if (ringing.length === 0) return null
  return (
    <>
      <ul className="queue" aria-label={t('alarm.ringing', { count: ringing.length })}>
        {ringing.map(({ orderId, displayId }) => (
          <li key={orderId} className="queue-row">
            <strong className="queue-order">{displayId}</strong>
            <Button className="button" data-silence={orderId} onPress={() => void silence(orderId)}>
              {t('alarm.silence')}
            </Button>
          </li>
        ))}
      </ul>
      <FailureNote failure={failure} />
    </>
  )
}

/** The alarm: the orders that ring, the sound test, and the settings. */
export function SoundDialog() {
  const { t } = useTranslation()
  const settings = useComanda((state) => state.settings)
  const closeDialog = useComanda((state) => state.closeDialog)
  const { failure, change } = useSettingsChange()
  return (
    <DialogFrame testId="sound-dialog" title={t('alarm.title')} onClose={closeDialog} above={<OrdersAbove />}>
      <RingingOrders />
      <SoundTest />
      {settings === undefined ? null : <AlarmControls settings={settings} change={change} />}
      <FailureNote failure={failure} />
    </DialogFrame>
  )
}
