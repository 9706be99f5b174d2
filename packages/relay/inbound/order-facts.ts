import { fieldsOf } from '../../../shared/is-record.ts'
import { encodeKey } from '../database/key.ts'

/** The fields of an order that the relay reads. The kitchen receives the order unchanged. */
export type OrderFacts = {
  readonly merchantKey: string | undefined
  readonly merchantName: string | undefined
  readonly status: string | undefined
}

const MAX_STATUS_LENGTH = 60
const MAX_NAME_LENGTH = 80

const identifier = (value: unknown): string | undefined => {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** `status` is a text, or an object that contains the text (docs/protocol.md, "Order"). */
const statusIn = (value: unknown): string | undefined => {
  const { status, value: inner, code, name, current } = fieldsOf(value)
  const text = typeof value === 'string' ? value : (status ?? inner ?? code ?? name ?? current)
  return typeof text === 'string' ? encodeKey(text.slice(0, MAX_STATUS_LENGTH)) : undefined
}

/** Reads establishment and status from an order's body, which may be any JSON. Never throws. */
export function readOrderFacts(body: unknown): OrderFacts {
  const order = fieldsOf(body)
  const { id, name } = fieldsOf(order.merchant)
  const merchant = identifier(id)
  return {
    merchantKey: merchant === undefined ? undefined : encodeKey(merchant.toWellFormed()),
    // PostgreSQL's `text` cannot store NUL.
    merchantName: identifier(name)?.replaceAll('\0', '').toWellFormed().slice(0, MAX_NAME_LENGTH),
    status: statusIn(order.status),
  }
}
