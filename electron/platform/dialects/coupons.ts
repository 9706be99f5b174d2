import { isPlainRecord } from '../../../shared/is-record.ts'
import { type Members, membersOf } from '../../../shared/order/field-reader.ts'

const blockOf = (value: unknown): Members => (isPlainRecord(value) ? membersOf(value) : () => undefined)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Amounts are called `amount`, before Open Delivery 1.2.0 and by iFood `value`. */
const amountOf = (members: Members): unknown => members('amount', 'value')

/** Discounts with who bears them, as `order-payments.ts` reads them. @param named a platform's own name of a bearer */
export const couponsIn = (discounts: unknown, named: (name: unknown) => unknown = (name) => name): readonly unknown[] =>
  listOf(discounts).map((discount) => {
    const members = blockOf(discount)
    const payers = listOf(members('sponsorshipValues')).map((payer) => {
      const one = blockOf(payer)
      return { name: named(one('name')), value: amountOf(one) }
    })
    return { value: amountOf(members), payers }
  })

/** The payments of an order with its coupons. */
export function withCoupons(payments: unknown, coupons: readonly unknown[]): unknown {
  if (coupons.length === 0) return payments
  const more = { coupons }
  if (Array.isArray(payments)) return { methods: payments, ...more }
  return isPlainRecord(payments) ? { ...payments, ...more } : more
}
