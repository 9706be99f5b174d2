import type { Order, OrderItem, OrderOption } from './order.ts'
import { firstCharacters } from './order-cut.ts'
import type { Amount, Payment, TicketLine, TicketOption } from './ticket.ts'
import { MAX_LABEL_CHARACTERS, MAX_NAME_CHARACTERS, MAX_NOTE_CHARACTERS, type TicketCutter } from './ticket-cut.ts'
import { isVisible } from './visible-text.ts'

/** The parts of a ticket that follow from the order's body alone: lines, address and payment, cut to size. */

const MAX_UNIT_CHARACTERS = 20

const joined = (...notes: readonly (string | undefined)[]): string | undefined => {
  const present = notes.filter((note) => note !== undefined && isVisible(note))
  return present.length > 0 ? present.join('\n') : undefined
}

function toOption(option: OrderOption, cut: TicketCutter): TicketOption {
  return {
    name: cut.text(option.name, MAX_NAME_CHARACTERS),
    quantity: option.quantity,
    group: cut.optional(option.optionGroupName, MAX_LABEL_CHARACTERS),
    notes: cut.optional(joined(option.observations, option.specialInstructions), MAX_NOTE_CHARACTERS),
    options: cut.options(option.options).map((inner) => toOption(inner, cut)),
  }
}

/** Longest line id; the platform's id is cut. */
const MAX_LINE_ID_CHARACTERS = 200

/** A line is identified by its position and the platform's id, because an order may contain the same item twice. */
export const lineIdOf = (item: OrderItem, index: number): string =>
  firstCharacters(`${index}:${item.id ?? item.name}`, MAX_LINE_ID_CHARACTERS).toWellFormed()

/** The line of an item on a ticket. Pure. */
export function ticketLineOf(
  item: OrderItem,
  index: number,
  struck: ReadonlySet<string>,
  cut: TicketCutter,
): TicketLine {
  const lineId = lineIdOf(item, index)
  return {
    lineId,
    name: cut.text(item.name, MAX_NAME_CHARACTERS),
    quantity: item.quantity,
    unit: cut.optional(item.unit, MAX_UNIT_CHARACTERS),
    notes: cut.optional(joined(item.observations, item.specialInstructions), MAX_NOTE_CHARACTERS),
    options: cut.options(item.options).map((option) => toOption(option, cut)),
    struck: struck.has(lineId),
  }
}

/** Street, complement and neighbourhood in one line; `undefined` without an address. */
export const addressLineOf = (order: Order): string | undefined => {
  const address = order.fulfillment.delivery?.address
  if (!address) return undefined
  const street = [address.street, address.number].filter((part) => part !== undefined).join(', ')
  const parts = [street, address.complement, address.neighborhood].filter((part) => part !== undefined && part !== '')
  return parts.length > 0 ? parts.join(' · ') : undefined
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
    }
  )
}
