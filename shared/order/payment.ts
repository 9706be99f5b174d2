import type { Amount, Payment, PaymentPart } from '../ticket/ticket.ts'
import type { Order } from './order.ts'

type Method = NonNullable<Order['payments']>['methods'][number]
/** An unreadable amount differs from an absent one. */
type Stated = number | 'unreadable' | undefined

/** Amounts are compared and subtracted to this many digits, without the errors of binary fractions. */
const DIGITS = 4
const rounded = (value: number): number => Number(value.toFixed(DIGITS))

const sumOf = (methods: readonly Method[]): number => rounded(methods.reduce((sum, { value }) => sum + (value ?? 0), 0))
/** The sum of the methods' amounts; `undefined` unless every method has one. */
const completeSumOf = (methods: readonly Method[]): number | undefined =>
  methods.length > 0 && methods.every(({ value }) => value !== undefined) ? sumOf(methods) : undefined

/** The payment fields of the order, grouped, without computation. */
type Statement = {
  readonly prepaid: Stated
  readonly pending: Stated
  readonly total: number | undefined
  readonly prepaidMethods: readonly Method[]
  readonly pendingMethods: readonly Method[]
  /** Neither `PREPAID` nor `PENDING`, so it may be paid or not. */
  readonly otherMethods: readonly Method[]
  /** All currencies in the order; amounts of several currencies cannot be compared. */
  readonly currencies: readonly string[]
}

function statementOf({ payments, total }: Pick<Order, 'payments' | 'total'>): Statement {
  const methods = payments?.methods ?? []
  const ofType = (type: string) => methods.filter((method) => method.type === type)
  const [prepaidMethods, pendingMethods] = [ofType('PREPAID'), ofType('PENDING')]
  const named = [total?.orderAmount?.currency, ...methods.map(({ currency }) => currency)]
  return {
    prepaid: payments?.prepaid,
    pending: payments?.pending,
    total: total?.orderAmount?.value,
    prepaidMethods,
    pendingMethods: pendingMethods.filter(({ value }) => value !== 0),
    otherMethods: methods.filter((method) => !prepaidMethods.includes(method) && !pendingMethods.includes(method)),
    currencies: [...new Set(named.flatMap((currency) => (currency ? [currency.toUpperCase()] : [])))],
  }
}

/** Every sum that is stated as paid. */
const paidSums = ({ prepaid, prepaidMethods }: Statement): readonly number[] =>
  [prepaid, completeSumOf(prepaidMethods)].filter((sum) => typeof sum === 'number')

const isPaidInFull = (statement: Statement): boolean => {
  const { total } = statement
  return total !== undefined && total > 0 && paidSums(statement).some((sum) => sum >= total)
}

function stateOf(statement: Statement): Payment['state'] {
  const { prepaid, pending, total, prepaidMethods, pendingMethods, otherMethods } = statement
  if ((typeof pending === 'number' && pending > 0) || pendingMethods.length > 0) return 'pending'
  if (pending === 0) {
    const isPaid = (typeof prepaid === 'number' && prepaid > 0) || prepaidMethods.length > 0 || total === 0
    return isPaid ? 'prepaid' : 'unknown'
  }
  // Without `pending`, an order counts as paid only if all methods are prepaid and no sum contradicts this.
  const isStatedPaid = pending === undefined && prepaidMethods.length > 0 && otherMethods.length === 0
  const covers = (sum: number): boolean => (total === undefined ? sum > 0 : sum >= total)
  return isStatedPaid && paidSums(statement).every(covers) ? 'prepaid' : 'unknown'
}

/** True when the amounts contradict each other; then no amount is shown. */
function isContradictory(statement: Statement): boolean {
  const { pending, total, pendingMethods } = statement
  const byMethods = sumOf(pendingMethods)
  const complete = completeSumOf(pendingMethods)
  const paid = Math.max(0, ...paidSums(statement))
  const claimed = typeof pending === 'number' ? Math.max(pending, byMethods) : byMethods
  if (isPaidInFull(statement) || pendingMethods.some(({ value }) => value !== undefined && value < 0)) return true
  if (total !== undefined && rounded(claimed + paid) > rounded(total)) return true
  if (typeof pending !== 'number') return pending === 'unreadable'
  if (pending <= 0 || byMethods > rounded(pending)) return true
  return complete !== undefined && complete !== rounded(pending)
}

/** The amount to collect, as sent; absent when there is none. */
function sumToCollect(statement: Statement): number | undefined {
  const { prepaid, pending, total, prepaidMethods, pendingMethods, otherMethods, currencies } = statement
  if (currencies.length > 1) return undefined
  if (typeof pending === 'number') return pending
  const [only] = pendingMethods
  if (pendingMethods.length === 1 && only?.value !== undefined) return only.value
  if (completeSumOf(pendingMethods) !== undefined) return undefined
  const isNothingPaid = (prepaid === undefined || prepaid === 0) && prepaidMethods.length + otherMethods.length === 0
  return isNothingPaid && total !== undefined && total > 0 ? total : undefined
}

/** A code as the texts have it: `credit-debit` and `Credit debit` are CREDIT_DEBIT. Other texts stay as they are. */
const methodCode = (sent: string): string => {
  const code = sent
    .trim()
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '_')
  return METHOD_CODE.test(code) ? code : sent
}
const METHOD_CODE =
  /^(?:CASH|CREDIT|DEBIT|CREDIT_DEBIT|PIX|MEAL_VOUCHER|FOOD_VOUCHER|DIGITAL_WALLET|COUPON|REDEEM|PREPAID_REDEEM|OTHER)$/

/** The payment methods to collect by. `amounts`: whether their amounts may be shown. */
function partsOf(statement: Statement, sum: Amount | undefined, amounts: 'named' | 'contradictory'): PaymentPart[] {
  const { pendingMethods, prepaidMethods, otherMethods, currencies } = statement
  const isOtherMeant = pendingMethods.length === 0 && prepaidMethods.length === 0
  const methods = isOtherMeant ? otherMethods : pendingMethods
  return methods.map(({ type, method, methodInfo, brand, value, currency: own, changeFor: wanted }) => {
    const code = method === undefined ? undefined : methodCode(method)
    // The text of the platform says more than the code for "another method".
    const isInfoAlone = methodInfo !== undefined && (code === undefined || code === 'OTHER')
    const kinds = [brand, isInfoAlone ? undefined : methodInfo].filter((text) => text !== undefined)
    const currency = own ?? (currencies.length === 1 ? currencies[0] : undefined)
    const stated = value === undefined || isOtherMeant ? undefined : { value, currency }
    const amount = amounts === 'contradictory' ? undefined : methods.length === 1 && type ? (sum ?? stated) : stated
    const changeFor = wanted === undefined || wanted <= 0 ? undefined : { value: wanted, currency }
    const isChangeKnown = amount !== undefined && changeFor !== undefined && changeFor.value > amount.value
    const change = isChangeKnown ? { value: rounded(changeFor.value - amount.value), currency } : undefined
    return { method: isInfoAlone ? methodInfo : code, brand: kinds.join(' · ') || undefined, amount, changeFor, change }
  })
}

/**
 * The payment to collect, by one rule for ticket, counter and paper. A sum is shown as it was sent: `pending`, else that of the
 * one pending method, else the total when nothing was paid. Contradictory amounts are not shown.
 */
export function paymentOf(order: Pick<Order, 'payments' | 'total'>): Payment | undefined {
  if (!order.payments && order.total?.orderAmount === undefined) return undefined
  const statement = statementOf(order)
  const coupons = couponsOf(order.payments?.coupons ?? [], statement.currencies[0])
  return { ...collectionOf(statement), ...(coupons.length === 0 ? {} : { coupons }) }
}

/** Coupons whose amount was sent. */
function couponsOf(sent: NonNullable<NonNullable<Order['payments']>['coupons']>, currency: string | undefined) {
  return sent.flatMap(({ value, payers }) => {
    if (value === undefined || value <= 0) return []
    const bearing = payers.flatMap(({ name, value: part }) =>
      name === undefined || part === undefined || part <= 0 ? [] : [{ name, amount: { value: part, currency } }],
    )
    return [{ amount: { value, currency }, payers: bearing }]
  })
}

function collectionOf(statement: Statement): Payment {
  const state = stateOf(statement)
  if (state !== 'pending') return { state, parts: [] }
  if (isContradictory(statement)) return { state, parts: partsOf(statement, undefined, 'contradictory') }
  const value = sumToCollect(statement)
  const collect = value === undefined ? undefined : { value, currency: statement.currencies[0] }
  return { state, collect, parts: partsOf(statement, collect, 'named') }
}

/** Between the parts of a line. */
export const SEPARATOR = ' · '

/** Words for the lines of a payment; each medium passes its own. */
export type PaymentWords = {
  readonly prepaid: string
  readonly unknown: string
  readonly collectUnknown: string
  readonly collect: (amount: string) => string
  readonly changeFor: (amount: string) => string
  readonly method: (method: string) => string
  readonly coupon: (amount: string) => string
  readonly couponPaidBy: (name: string, amount: string) => string
  readonly amount: (value: number, currency: string | undefined) => string
}

/** The payment lines, the sum first. The same on the ticket, at the counter and on paper. */
export function paymentLines(payment: Payment, words: PaymentWords): readonly string[] {
  const written = ({ value, currency }: Amount): string => words.amount(value, currency)
  const coupons = (payment.coupons ?? []).map(({ amount, payers }) =>
    [
      words.coupon(written(amount)),
      ...payers.map(({ name, amount: part }) => words.couponPaidBy(name, written(part))),
    ].join(SEPARATOR),
  )
  return [...collectionLines(payment, words), ...coupons]
}

function collectionLines({ state, collect, parts }: Payment, words: PaymentWords): readonly string[] {
  if (state !== 'pending') return [words[state]]
  const written = ({ value, currency }: Amount): string => words.amount(value, currency)
  const wayOf = ({ method, brand, changeFor }: PaymentPart): readonly (string | undefined)[] => [
    method === undefined ? undefined : words.method(method),
    brand,
    changeFor === undefined ? undefined : words.changeFor(written(changeFor)),
  ]
  const joined = (texts: readonly (string | undefined)[]): string =>
    texts.filter((text) => text !== undefined && text !== '').join(SEPARATOR)
  const [only] = parts
  if (parts.length <= 1) {
    const sum = collect ?? only?.amount
    const head = sum === undefined ? words.collectUnknown : words.collect(written(sum))
    return [joined([head, ...(only === undefined ? [] : wayOf(only))])]
  }
  const isComplete = parts.every(({ amount }) => amount !== undefined)
  const head = collect !== undefined ? words.collect(written(collect)) : isComplete ? undefined : words.collectUnknown
  const amountWords = ({ amount }: PaymentPart): string | undefined => {
    if (amount === undefined) return undefined
    return head === undefined ? words.collect(written(amount)) : written(amount)
  }
  const lines = parts.map((part) => joined([amountWords(part), ...wayOf(part)]))
  return [...(head === undefined ? [] : [head]), ...lines].filter((line) => line !== '')
}
