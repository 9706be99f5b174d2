import { CircleCheck, Printer, TriangleAlert } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import { isOpen } from '../../shared/ticket/open-ticket.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { OrdersAbove } from '../places/orders-above.tsx'
import { statusWord } from '../ticket/words.ts'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useFormats, useWindowParts } from '../window/window-parts.ts'
import './print.css'

type Outcome =
  | { readonly kind: 'printing' }
  | { readonly kind: 'printed'; readonly count: number }
  | { readonly kind: 'failed'; readonly code: FailureCode }

function OutcomeWords({ outcome }: { readonly outcome: Outcome | undefined }) {
  const { t } = useTranslation()
  switch (outcome?.kind) {
    case undefined:
      return <>{t('paper.explain')}</>
    case 'printing':
      return <>{t('paper.printing')}</>
    case 'printed':
      return (
        <>
          <CircleCheck aria-hidden /> {t('paper.printed', { count: outcome.count })}
        </>
      )
    case 'failed':
      return (
        <>
          <TriangleAlert aria-hidden /> {t(`failure.${outcome.code}`)}
        </>
      )
  }
}

function usePrinting() {
  const { bridge } = useWindowParts()
  const [outcome, setOutcome] = useState<Outcome>()
  const print = useCallback(
    async (orderId?: string): Promise<void> => {
      setOutcome({ kind: 'printing' })
      const answer = await callSafely(() => bridge.call['print:tickets'](orderId === undefined ? {} : { orderId }))
      setOutcome(answer.ok ? { kind: 'printed', count: answer.value.printed } : { kind: 'failed', code: answer.code })
    },
    [bridge],
  )
  return { outcome, print }
}

function PrintRow({ ticket, print }: { readonly ticket: Ticket; readonly print: (orderId: string) => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  return (
    <li className="queue-row">
      <strong className="queue-order">
        <bdi>{ticket.displayId}</bdi>
      </strong>
      <span>{formats.time(ticket.createdAt)}</span>
      <span>{statusWord(t, ticket.status)}</span>
      <span className="queue-buttons">
        <Button className="button" data-print={ticket.orderId} onPress={() => print(ticket.orderId)}>
          <Printer aria-hidden />
          {t('paper.print')}
        </Button>
      </span>
    </li>
  )
}

/** Prints every open ticket when it opens, because the tap that opened it requested this. Then offers single tickets. */
export function PrintDialog() {
  const { t } = useTranslation()
  const closeDialog = useComanda((state) => state.closeDialog)
  const orders = useComanda((state) => state.board.orders)
  const { outcome, print } = usePrinting()
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void print()
  }, [print])
  const open = Object.values(orders)
    .filter(isOpen)
    .toSorted((a, b) => a.createdAt - b.createdAt)
  const isPrinting = outcome?.kind === 'printing'
  return (
    <DialogFrame testId="print-dialog" title={t('paper.title')} onClose={closeDialog} above={<OrdersAbove />}>
      <p className="print-outcome" role="status" data-outcome={outcome?.kind ?? 'none'}>
        <OutcomeWords outcome={outcome} />
      </p>
      {open.length === 0 ? <p className="dialog-empty">{t('paper.none')}</p> : null}
      <ul className="queue">
        {open.map((ticket) => (
          <PrintRow key={ticket.orderId} ticket={ticket} print={(orderId) => void (isPrinting || print(orderId))} />
        ))}
      </ul>
      <div className="dialog-buttons">
        <Button className="button" onPress={closeDialog}>
          {t('action.close')}
        </Button>
        <Button
          className="button button-primary"
          data-action="print-all"
          isDisabled={isPrinting || open.length === 0}
          onPress={() => void print()}
        >
          {t('paper.printOpen')}
        </Button>
      </div>
    </DialogFrame>
  )
}
