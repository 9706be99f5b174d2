import { Minus, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type BagRow, bagRows, codeToCheck, rowsToTick, untickedRows } from '../../shared/ticket/bag-check.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { OrdersAbove } from '../places/orders-above.tsx'
import { typeSign } from '../ticket/head-signs.tsx'
import { goesOf } from '../ticket/next-step.ts'
import { useTicketCall } from '../ticket/ticket-call.ts'
import { useKitchenWords } from '../ticket/ticket-words.ts'
import { orderTypeWord, shortActionWord } from '../ticket/words.ts'
import { DialogFrame } from '../ui/controls/dialog-frame.tsx'
import { FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { useComanda, useFormats, useWindowParts, useWords } from '../ui/window/window-parts.ts'
import { BagRowButton } from './bag-row.tsx'
import { HoldButton } from './hold-button.tsx'
import { shortName } from './short-name.ts'
import { useHandOver } from './use-hand-over.ts'
import './bag-check.css'

const MOST_BAGS = 99

type TicketProps = { readonly ticket: Ticket }

/** What is ticked, and the calls that tick. */
function useTicks(ticket: Ticket, rows: readonly BagRow[]) {
  const { bridge } = useWindowParts()
  const { orderId, bag } = ticket
  const call = useTicketCall(orderId)
  const checksBags = useComanda((state) => state.settings?.checksBags ?? false)
  const tick = (ticked: readonly BagRow[], isTicked: boolean): void => {
    if (ticked.length === 0) return
    void call(() => bridge.call['order:tick-bag']({ orderId, rows: ticked.map(({ id }) => id), isTicked }))
  }
  const isTicked = ({ id }: BagRow): boolean => bag?.ticked.includes(id) ?? false
  return {
    isTicked,
    left: untickedRows(rowsToTick(rows, checksBags), ticket).length,
    /** Those that a held button ticks: an allergy and a removal have ticks of their own. */
    together: untickedRows(rows, ticket).filter(({ isOwn }) => !isOwn),
    toggle: (row: BagRow): void => tick([row], !isTicked(row)),
    tickAll: (all: readonly BagRow[]): void => tick(all, true),
  }
}

function Head({ ticket, done, total }: TicketProps & { readonly done: number; readonly total: number }) {
  const { t } = useTranslation(['translation', 'bag', 'courier'])
  const formats = useFormats()
  const { displayId, pickupCode, customerName, orderType, courier } = ticket
  return (
    <div className="bag-head">
      <p className="bag-code">
        <bdi>{pickupCode ?? displayId}</bdi>
      </p>
      <p className="bag-who">
        {typeSign(orderType, orderTypeWord(t, orderType))}
        {customerName === undefined ? null : <strong>{shortName(customerName)}</strong>}
        {pickupCode === undefined ? null : <bdi className="bag-id">{displayId}</bdi>}
        {courier === undefined ? null : <span>{t(`courier:${courier}`)}</span>}
      </p>
      <p className="bag-count" role="status">
        {t('bag:inBag', { done: formats.whole(done), total: formats.whole(total) })}
      </p>
    </div>
  )
}

function Bags({ ticket: { orderId, bag } }: TicketProps) {
  const { t } = useTranslation('bag')
  const { bridge } = useWindowParts()
  const formats = useFormats()
  const call = useTicketCall(orderId)
  const bags = bag?.bags ?? 1
  const count = (wanted: number): void => void call(() => bridge.call['order:count-bags']({ orderId, bags: wanted }))
  return (
    <fieldset className="bag-bags">
      <legend>{t('bags')}</legend>
      <button
        type="button"
        className="button"
        data-command="fewer-bags"
        aria-label={t('fewer')}
        disabled={bags <= 1}
        onClick={() => count(bags - 1)}
      >
        <Minus aria-hidden />
      </button>
      <output data-bags={bags}>{formats.whole(bags)}</output>
      <button
        type="button"
        className="button"
        data-command="more-bags"
        aria-label={t('more')}
        disabled={bags >= MOST_BAGS}
        onClick={() => count(bags + 1)}
      >
        <Plus aria-hidden />
      </button>
    </fieldset>
  )
}

/** How many rows are left, then the check of the code, then the hand-over. */
function Step({ ticket, left }: TicketProps & { readonly left: number }) {
  const { t } = useTranslation('bag')
  const words = useWords()
  const { store } = useWindowParts()
  const { orderId, displayId } = ticket
  const { step, handOver } = useHandOver(orderId, ticket)
  if (left > 0 || step === undefined) {
    return (
      <button type="button" className="button bag-step" data-step="left" disabled>
        {left > 0 ? t('left', { count: left }) : t('gone')}
      </button>
    )
  }
  const check = codeToCheck(ticket)
  return (
    <button
      type="button"
      className="button button-primary bag-step"
      data-action={check ?? step}
      data-goes={check ? undefined : goesOf(ticket, step)}
      onClick={() => {
        if (check) store.getState().openDialog({ kind: 'code', orderId, displayId })
        else handOver()
      }}
    >
      {shortActionWord(words, check ?? step)}
    </button>
  )
}

function BagCheck({ ticket }: TicketProps) {
  const { t } = useTranslation('bag')
  const rows = bagRows(ticket, useKitchenWords())
  const { isTicked, toggle } = useTicks(ticket, rows)
  const failure = useComanda((state) => state.failures[ticket.orderId])
  const list = (shown: readonly BagRow[]) =>
    shown.map((row) => <BagRowButton key={row.id} row={row} isTicked={isTicked(row)} onTick={() => toggle(row)} />)
  const lines = rows.filter(({ kind }) => kind !== 'allergy')
  const apart = lines.filter(({ kind }) => kind === 'apart')
  const food = lines.filter(({ kind }) => kind !== 'apart')
  return (
    <div className="bag-page" data-order={ticket.orderId}>
      <Head ticket={ticket} done={lines.filter(isTicked).length} total={lines.length} />
      <FailureNote failure={failure} />
      {list(rows.filter(({ kind }) => kind === 'allergy'))}
      <div className="bag-columns">
        {food.length === 0 ? null : (
          <section>
            <h3>{t('food')}</h3>
            {list(food)}
          </section>
        )}
        {apart.length === 0 ? null : (
          <section>
            <h3>{t('apart')}</h3>
            {list(apart)}
          </section>
        )}
      </div>
    </div>
  )
}

/** The number of bags, all rows at once, and the next step. */
function BagFoot({ ticket }: TicketProps) {
  const { t } = useTranslation('bag')
  const { left, together, tickAll } = useTicks(ticket, bagRows(ticket, useKitchenWords()))
  return (
    <>
      <Bags ticket={ticket} />
      <HoldButton label={t('hold')} isDisabled={together.length === 0} onHeld={() => tickAll(together)} />
      <Step ticket={ticket} left={left} />
    </>
  )
}

/** What is in the bag, ticked before it is handed over: food, and apart from it what is forgotten most often. */
export function BagCheckPage({ orderId }: { readonly orderId: string }) {
  const { t } = useTranslation(['translation', 'bag'])
  const closeDialog = useComanda((state) => state.closeDialog)
  const ticket = useComanda((state) => state.board.orders[orderId])
  return (
    <DialogFrame
      testId="bag-check"
      title={t('bag:title')}
      back={t('action.back')}
      above={<OrdersAbove />}
      hasBackInFoot
      onClose={closeDialog}
    >
      {ticket === undefined ? <p className="bag-page">{t('bag:gone')}</p> : <BagCheck ticket={ticket} />}
      <div className="bag-foot">
        <PushButton data-command="back" label={t('action.back')} onPress={closeDialog} />
        {ticket === undefined ? null : <BagFoot ticket={ticket} />}
      </div>
    </DialogFrame>
  )
}
