import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { withUnits } from '../../shared/text/with-units.ts'
import { type BagRow, bagRows } from '../../shared/ticket/bag-check.ts'
import { kitchenWordsOf } from '../../shared/ticket/kitchen-words.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { piecesOf } from '../../shared/ticket/ticket-food.ts'
import { usePlaces, usePlacesStore } from '../places/places-context.ts'
import { typeSign } from '../ticket/head-signs.tsx'
import { HeadStep } from '../ticket/head-step.tsx'
import { RolePartsContext } from '../ticket/role-parts.ts'
import { TapMark } from '../ticket/ticket-head.tsx'
import { useReportDrawn } from '../ticket/use-report-drawn.ts'
import { useWaitingMinutes } from '../ticket/waiting-clocks.tsx'
import { orderTypeWord, statusWord } from '../ticket/words.ts'
import { ticketHooks } from '../ui/window/ticket-element.ts'
import { useComanda, useFormats, useItemName, useWords } from '../ui/window/window-parts.ts'
import { CounterStep } from './counter-step.tsx'
import { HandOverFacts } from './hand-over-facts.tsx'
import { shortName } from './short-name.ts'
import './hand-over.css'

/** A longer code gets a smaller font, so that all of it is visible. */
const lengthOf = (code: string): string => {
  const { length } = [...code]
  if (length <= 4) return 'short'
  if (length <= 7) return 'middle'
  return length <= 14 ? 'long' : 'endless'
}

/** The code that the customer or the courier says, or the order's number. The font is as large as the length allows. */
function Code({ ticket: { pickupCode, displayId } }: { readonly ticket: Ticket }) {
  const { t } = useTranslation(['translation', 'handOver'])
  const code = pickupCode ?? displayId
  return (
    <div className="handover-code">
      <p className="visually-hidden">{t(pickupCode === undefined ? 'handOver:order' : 'ticket.pickupCode')}</p>
      <p
        className="handover-number"
        data-kind={pickupCode === undefined ? 'display-id' : 'pickup-code'}
        data-length={lengthOf(code)}
      >
        <bdi>{code}</bdi>
      </p>
    </div>
  )
}

/** The type of the order, for whom it is, and its number where the code stands in its place. */
function Recipient({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const { displayId, pickupCode, customerName, orderType } = ticket
  return (
    <div className="handover-who">
      {typeSign(orderType, orderTypeWord(t, orderType))}
      {customerName === undefined ? null : <bdi className="handover-name">{shortName(customerName)}</bdi>}
      <TapMark ticket={ticket} />
      {pickupCode === undefined ? null : (
        <h3 className="handover-id">
          <bdi>{displayId}</bdi>
        </h3>
      )}
    </div>
  )
}

/** The content of the bag, one dish a row. */
function Bag({ ticket, rows }: { readonly ticket: Ticket; readonly rows: readonly BagRow[] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const nameOf = useItemName()
  return (
    <ul className="handover-bag">
      <li className="visually-hidden">{t('counter.items', { count: piecesOf(ticket.lines) })}</li>
      {rows.map(({ id, kind, nodes: [node], moreLines }) => {
        if (kind === 'more') return <li key={id}>{t('whole.moreLines', { number: formats.whole(moreLines ?? 0) })}</li>
        if (node === undefined || kind === 'allergy') return null
        const quantity = node.quantity === 'unknown' ? undefined : (node.quantity ?? 1)
        return (
          <li key={id}>
            {node.kind === 'note' ? null : `${formats.quantity(quantity, node.unit)}\u00a0`}
            <bdi>{withUnits(nameOf(node.text))}</bdi>
          </li>
        )
      })}
    </ul>
  )
}

const COUNTER_PARTS = { Step: CounterStep } as const

function Card({ ticket, isSmall }: { readonly ticket: Ticket; readonly isSmall: boolean }) {
  const { t } = useTranslation()
  const { orderId, displayId, status, lane, orderType } = ticket
  const places = usePlacesStore()
  const isOpened = usePlaces((state) => state.opened === orderId)
  const waiting = useWaitingMinutes(ticket)
  const words = kitchenWordsOf(useComanda((state) => state.settings))
  const rows = useMemo(() => bagRows(ticket, words), [ticket, words])
  return (
    <article
      className={isSmall ? 'handover handover-small' : 'handover'}
      tabIndex={-1}
      {...(isOpened ? { inert: true } : ticketHooks(ticket))}
      data-status={status}
      data-lane={lane}
      data-courier={ticket.courier}
      {...waiting}
      data-selected={isOpened || undefined}
      aria-label={t('ticket.label', { displayId, type: orderTypeWord(t, orderType), status: statusWord(t, status) })}
    >
      <div className="handover-top">
        <Code ticket={ticket} />
        <div className="handover-steps">
          <RolePartsContext value={COUNTER_PARTS}>
            <HeadStep ticket={ticket} />
          </RolePartsContext>
        </div>
      </div>
      <div className="handover-body">
        <Recipient ticket={ticket} />
        <HandOverFacts ticket={ticket} rows={isSmall ? [] : rows} />
        {isSmall ? null : <Bag ticket={ticket} rows={rows} />}
      </div>
      <button
        type="button"
        className="card-open"
        aria-label={t('ticket.open', { displayId })}
        aria-haspopup="dialog"
        aria-expanded={isOpened}
        data-command="open"
        onClick={() => places.open(isOpened ? undefined : orderId)}
      />
    </article>
  )
}

/** An order at the counter, or on its way. It is drawn again only when its own order changes. */
export const HandOverCard = memo(function HandOverCard({
  orderId,
  isSmall = false,
}: {
  readonly orderId: string
  readonly isSmall?: boolean
}) {
  const ticket = useComanda((state) => state.board.orders[orderId])
  useReportDrawn(ticket)
  return ticket ? <Card ticket={ticket} isSmall={isSmall} /> : null
})
