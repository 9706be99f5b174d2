import { CircleCheck, Printer, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpen } from '../../shared/ticket/open-ticket.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { OrdersAbove } from '../places/orders-above.tsx'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { useIsChecked, useUncheckedWords } from '../ui/window/freshness-words.ts'
import { useCall } from '../ui/window/use-answer.ts'
import { useComanda, useFormats } from '../ui/window/window-parts.ts'
import { statusWord } from './words.ts'

function PrintRow({ ticket, print }: { readonly ticket: Ticket; readonly print: (orderId: string) => void }) {
  const { t } = useTranslation(['translation', 'paper'])
  const formats = useFormats()
  return (
    <li className="queue-row">
      <strong className="queue-order">
        <bdi>{ticket.displayId}</bdi>
      </strong>
      <span>{formats.time(ticket.createdAt)}</span>
      <span>{statusWord(t, ticket.status)}</span>
      <span className="queue-buttons">
        <PushButton
          data-print={ticket.orderId}
          Icon={Printer}
          label={t('paper:print')}
          onPress={() => print(ticket.orderId)}
        />
      </span>
    </li>
  )
}

/** Prints every open ticket when it opens, because the tap that opened it requested this. Then offers single tickets. */
export function PrintDialog() {
  const { t } = useTranslation(['translation', 'paper'])
  const closeDialog = useComanda((state) => state.closeDialog)
  const orders = useComanda((state) => state.board.orders)
  const { call, isBusy, value: sent, failure } = useCall('print:tickets')
  const isChecked = useIsChecked()
  const unchecked = useUncheckedWords()
  const begin = useRef(call)
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void begin.current({})
  }, [])
  const open = Object.values(orders)
    .filter(isOpen)
    .toSorted((a, b) => a.createdAt - b.createdAt)
  const outcome = isBusy ? 'printing' : sent !== undefined ? 'printed' : failure !== undefined ? 'failed' : 'none'
  return (
    <DialogFrame testId="print-dialog" title={t('paper:title')} onClose={closeDialog} above={<OrdersAbove />}>
      <p className="print-outcome" role="status" data-outcome={outcome}>
        {outcome === 'printed' ? <CircleCheck aria-hidden /> : null}
        {outcome === 'failed' ? <TriangleAlert aria-hidden /> : null}
        {sent !== undefined
          ? t('paper:printed', { count: sent.printed })
          : failure !== undefined
            ? t(`failure.${failure}`)
            : t(isBusy ? 'paper:printing' : 'paper:explain')}
      </p>
      {open.length === 0 ? <p className="dialog-empty">{isChecked ? t('paper:none') : unchecked}</p> : null}
      <ul className="rows">
        {open.map((ticket) => (
          <PrintRow key={ticket.orderId} ticket={ticket} print={(orderId) => void (isBusy || call({ orderId }))} />
        ))}
      </ul>
      <div className="dialog-buttons">
        <PushButton label={t('action.close')} onPress={closeDialog} />
        <PushButton
          kind="primary"
          data-action="print-all"
          label={t('paper:printOpen')}
          isDisabled={isBusy || open.length === 0}
          onPress={() => void call({})}
        />
      </div>
    </DialogFrame>
  )
}
