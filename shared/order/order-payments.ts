import { createFieldReader, type FieldReader, type Members, membersOf } from './field-reader.ts'
import { isNothing, type Sent, type Texts } from './order-items.ts'
import { vocabulary, wordOf } from './vocabulary.ts'

/** What an order says about money, as it was sent. */

/** An amount as sent. Whether it is decimal or in cents is a setting of the connection. */
export type Money = { readonly value: number; readonly currency?: string | undefined }
/** A sum that decides what is collected: an unreadable sum must not count as absent. */
type StatedSum = number | 'unreadable' | undefined
/** A discount, and who bears which part of it. */
type Coupon = Sent<{ value: number }> & { readonly payers: readonly (Texts<'name'> & Sent<{ value: number }>)[] }
type PaymentMethod = Texts<'type' | 'method' | 'methodInfo' | 'brand' | 'currency'> &
  Sent<{ value: number; changeFor: number }>

export type Payments = {
  readonly prepaid: StatedSum
  readonly pending: StatedSum
  readonly methods: readonly PaymentMethod[]
  /** Absent: none. */
  readonly coupons?: readonly Coupon[] | undefined
}

const paymentTypeName = vocabulary(['PREPAID', 'PENDING'], {
  PAID: 'PREPAID',
  PAGO: 'PREPAID',
  PAGADO: 'PREPAID',
  PENDENTE: 'PENDING',
  PENDIENTE: 'PENDING',
})

const isMethod = (members: Members): boolean => members('method', 'type', 'value', 'brand') !== undefined

/** "R$ 50,00", "BRL 50". */
const CURRENCY = /^\p{L}{0,3}\p{Sc}?\s*(?=\d)/u

export function readMoney(sent: unknown, reader: FieldReader): Money | undefined {
  const members = reader.block(sent, 'value')
  const written = members('value', 'amount')
  const value = reader.number(typeof written === 'string' ? written.trimStart().replace(CURRENCY, '') : written)
  return value === undefined ? undefined : { value, currency: reader.text(members('currency')) }
}

/** The ticket states an unreadable sum itself, so it is not counted. */
function readSum(sent: unknown): StatedSum {
  return sent === undefined ? undefined : (readMoney(sent, createFieldReader())?.value ?? 'unreadable')
}

export function readPayments(sent: unknown, reader: FieldReader): Payments | undefined {
  if (sent === undefined) return undefined
  const members = Array.isArray(sent) ? membersOf({ methods: sent }) : reader.block(sent)
  const methods = reader.list(members('methods', 'method'), isMethod).flatMap((method): readonly PaymentMethod[] => {
    const one = reader.block(method, 'method')
    const money = readMoney(one('value', 'amount'), reader)
    const read = {
      type: wordOf(paymentTypeName, reader.text(one('type'))),
      method: reader.text(one('method')),
      methodInfo: reader.text(one('methodInfo')),
      brand: reader.text(one('brand')),
      value: money?.value,
      currency: reader.text(one('currency')) ?? money?.currency,
      changeFor: readMoney(one('changeFor'), reader)?.value,
    }
    return isNothing(read) ? [] : [read]
  })
  const coupons = readCoupons(members('coupons'))
  return {
    prepaid: readSum(members('prepaid')),
    pending: readSum(members('pending')),
    methods,
    ...(coupons && { coupons }),
  }
}

const MAX_COUPONS = 5

/** What of a coupon cannot be read is left out: it decides nothing that is collected. */
function readCoupons(sent: unknown): readonly Coupon[] | undefined {
  if (!Array.isArray(sent)) return undefined
  const reader = createFieldReader()
  return sent.slice(0, MAX_COUPONS).map((coupon) => {
    const members = reader.block(coupon)
    const payers = members('payers')
    return {
      value: readMoney(members('value'), reader)?.value,
      payers: (Array.isArray(payers) ? payers.slice(0, MAX_COUPONS) : []).map((payer: unknown) => {
        const one = reader.block(payer)
        return { name: reader.text(one('name')), value: readMoney(one('value'), reader)?.value }
      }),
    }
  })
}
