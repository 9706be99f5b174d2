import type { Order } from '../order/order.ts'
import { isSameItem, lineIdsOf, PART_OF_LINE, pairItems } from '../order/order-changes.ts'
import type { OrderItem, OrderOption } from '../order/order-items.ts'
import { isVisible } from '../text/visible-text.ts'
import type { Amount, LineContent, Payment, TicketLine, TicketOption } from './ticket.ts'
import { MAX_LABEL_CHARACTERS, MAX_NAME_CHARACTERS, MAX_NOTE_CHARACTERS, type TicketCutter } from './ticket-cut.ts'

/** The parts of a ticket that follow from the order's body alone: lines, address and payment, cut to size. */

const MAX_UNIT_CHARACTERS = 20

const joined = (...notes: readonly (string | undefined)[]): string | undefined => {
  const present = notes.filter((note) => note !== undefined && isVisible(note))
  return present.length > 0 ? present.join('\n') : undefined
}

const readQuantity = (quantity: number | 'unreadable'): number | undefined =>
  quantity === 'unreadable' ? undefined : quantity

function toOption(option: OrderOption, cut: TicketCutter): TicketOption {
  return {
    name: cut.text(option.name, MAX_NAME_CHARACTERS),
    quantity: readQuantity(option.quantity),
    unit: cut.optional(option.unit, MAX_UNIT_CHARACTERS),
    group: cut.optional(option.optionGroupName, MAX_LABEL_CHARACTERS),
    notes: cut.optional(joined(option.observations, option.specialInstructions), MAX_NOTE_CHARACTERS),
    options: cut.options(option.options).map((inner) => toOption(inner, cut)),
  }
}

/** What an item says on a ticket. Pure. */
export const contentOfItem = (item: OrderItem, cut: TicketCutter): LineContent => ({
  name: cut.text(item.name, MAX_NAME_CHARACTERS),
  quantity: readQuantity(item.quantity),
  unit: cut.optional(item.unit, MAX_UNIT_CHARACTERS),
  notes: cut.optional(joined(item.observations, item.specialInstructions), MAX_NOTE_CHARACTERS),
  options: cut.options(item.options).map((option) => toOption(option, cut)),
  ...(item.productionPoint === undefined
    ? {}
    : { productionPoint: cut.text(item.productionPoint, MAX_NAME_CHARACTERS) }),
  unreadParts: item.comandaUnread,
})

/** The lines of an order, with what changed since staff saw it last. Pure. */
export function ticketLinesOf(
  { items }: Order,
  { struckLines, earlier }: { readonly struckLines: ReadonlySet<string>; readonly earlier?: Order | undefined },
  cut: TicketCutter,
): { readonly lines: TicketLine[]; readonly removed: LineContent[] } {
  const ids = lineIdsOf(items)
  const lines: TicketLine[] = []
  const removed: LineContent[] = []
  for (const { before, now } of pairItems(earlier?.items ?? items, items)) {
    const was = before === undefined ? undefined : (earlier?.items ?? items)[before]
    const item = now === undefined ? undefined : items[now]
    if (item === undefined) {
      if (was !== undefined) removed.push(contentOfItem(was, cut))
      continue
    }
    const lineId = ids[now ?? 0] ?? ''
    const parts = [...struckLines].filter((mark) => mark.startsWith(`${lineId}${PART_OF_LINE}`))
    lines.push({
      lineId,
      ...contentOfItem(item, cut),
      struck: struckLines.has(lineId),
      ...(parts.length > 0 ? { struckParts: parts } : {}),
      ...(was === undefined ? { isAdded: true } : isSameItem(was, item) ? {} : { was: contentOfItem(was, cut) }),
    })
  }
  return { lines, removed }
}

/** The payment with its words cut to size. A currency is three letters; a longer one is cut. */
export function shortPayment(payment: Payment | undefined, label: (text: string | undefined) => string | undefined) {
  const short = (amount: Amount | undefined): Amount | undefined =>
    amount && { value: amount.value, currency: amount.currency?.slice(0, MAX_UNIT_CHARACTERS) }
  return (
    payment && {
      state: payment.state,
      collect: short(payment.collect),
      parts: payment.parts.map(({ method, brand, amount, changeFor, change }) => ({
        method: label(method),
        brand: label(brand),
        amount: short(amount),
        changeFor: short(changeFor),
        change: short(change),
      })),
      ...(payment.coupons && {
        coupons: payment.coupons.map(({ amount, payers }) => ({
          amount: short(amount) ?? amount,
          payers: payers.map((payer) => ({
            name: label(payer.name) ?? '',
            amount: short(payer.amount) ?? payer.amount,
          })),
        })),
      }),
    }
  )
}
