import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PaymentWords, paymentLines } from '../../../shared/order/payment.ts'
import { createFormats } from '../../../shared/text/formats.ts'
import { paymentOfBody } from '../../fixtures/payment-of-body.ts'

type Raw = Readonly<Record<string, unknown>>

const words: PaymentWords = {
  prepaid: 'Paid',
  unknown: 'Not stated',
  collectUnknown: 'Collect: ask',
  collect: (amount) => `Collect ${amount}`,
  changeFor: (amount) => `change for ${amount}`,
  method: (method) => method,
  coupon: (amount) => `coupon ${amount}`,
  couponPaidBy: (name, amount) => `${name} pays ${amount}`,
  amount: (value, currency) => `${currency ?? ''}${value}`,
}
const linesOf = (payments: Raw | undefined, orderAmount?: unknown): readonly string[] => {
  const payment = paymentOfBody(payments, orderAmount)
  return payment === undefined ? [] : paymentLines(payment, words)
}

/**
 * One cell of the table: `paid`, `?` (not stated), `ask` (to collect, without a known sum), else the sum or the sums of
 * the parts.
 */
const cellOf = (payments: Raw, total: number | undefined): string => {
  const payment = paymentOfBody(payments, total === undefined ? undefined : { value: total })
  if (payment === undefined) return 'none'
  const { state, collect, parts } = payment
  if (state !== 'pending') return state === 'prepaid' ? 'paid' : '?'
  if (collect !== undefined) return String(collect.value)
  const amounts = parts.map(({ amount }) => amount?.value)
  return amounts.length > 0 && !amounts.includes(undefined) ? amounts.join('+') : 'ask'
}

const PREPAID_20 = { type: 'PREPAID', value: 20 }
const PREPAID = { type: 'PREPAID' }
const pending = (value?: number): Raw => ({ type: 'PENDING', ...(value === undefined ? {} : { value }) })

const METHODS: Readonly<Record<string, readonly Raw[]>> = {
  none: [],
  'prepaid 20': [PREPAID_20],
  'prepaid ?': [PREPAID],
  'pending 30': [pending(30)],
  'pending 45': [pending(45)],
  'pending ?': [pending()],
  'both known': [PREPAID_20, pending(30)],
  'both ?': [PREPAID, pending()],
  'no type': [{ method: 'CASH', value: 30 }],
  'pending 10, 20': [pending(10), pending(20)],
  'pending 10, ?': [pending(10), pending()],
}

// Columns: prepaid –, 0, 20; within each, pending –, 0, 30.
const TABLE = `
total –
none           | ?     ?    30  | ?     ?    30  | ?     paid 30
prepaid 20     | paid  paid 30  | ?     paid 30  | paid  paid 30
prepaid ?      | paid  paid 30  | ?     paid 30  | paid  paid 30
pending 30     | 30    ask  30  | 30    ask  30  | 30    ask  30
pending 45     | 45    ask  ask | 45    ask  ask | 45    ask  ask
pending ?      | ask   ask  30  | ask   ask  30  | ask   ask  30
both known     | 30    ask  30  | 30    ask  30  | 30    ask  30
both ?         | ask   ask  30  | ask   ask  30  | ask   ask  30
no type        | ?     ?    30  | ?     ?    30  | ?     paid 30
pending 10, 20 | 10+20 ask  30  | 10+20 ask  30  | 10+20 ask  30
pending 10, ?  | ask   ask  30  | ask   ask  30  | ask   ask  30
total 50
none           | ?     ?    30  | ?     ?    30  | ?     paid 30
prepaid 20     | ?     paid 30  | ?     paid 30  | ?     paid 30
prepaid ?      | paid  paid 30  | ?     paid 30  | ?     paid 30
pending 30     | 30    ask  30  | 30    ask  30  | 30    ask  30
pending 45     | 45    ask  ask | 45    ask  ask | ask   ask  ask
pending ?      | 50    ask  30  | 50    ask  30  | ask   ask  30
both known     | 30    ask  30  | 30    ask  30  | 30    ask  30
both ?         | ask   ask  30  | ask   ask  30  | ask   ask  30
no type        | ?     ?    30  | ?     ?    30  | ?     paid 30
pending 10, 20 | 10+20 ask  30  | 10+20 ask  30  | 10+20 ask  30
pending 10, ?  | 50    ask  30  | 50    ask  30  | ask   ask  30
`

const STATED = [undefined, 0, 20].flatMap((prepaid) => [undefined, 0, 30].map((due) => ({ prepaid, pending: due })))

function* cells() {
  let total: number | undefined
  for (const row of TABLE.trim().split('\n')) {
    const [name = '', ...columns] = row.split('|').map((part) => part.trim())
    if (columns.length === 0) {
      total = name.endsWith('50') ? 50 : undefined
      continue
    }
    const expected = columns.flatMap((column) => column.split(/\s+/))
    for (const [at, stated] of STATED.entries()) yield { ...stated, methods: name, total, expected: expected[at] ?? '' }
  }
}

describe('the sum to collect', () => {
  it('has an expectation for every combination', () => {
    expect([...cells()]).toHaveLength(2 * STATED.length * Object.keys(METHODS).length)
  })

  it.each([...cells()])('prepaid $prepaid, pending $pending, methods $methods, total $total: $expected', (cell) => {
    const { prepaid, pending: due, methods, total, expected } = cell
    expect(cellOf({ prepaid, pending: due, methods: METHODS[methods] }, total)).toBe(expected)
  })

  it('names a method by its code, however the code is written, and an unknown one as it was sent', () => {
    const methods = ['credit - debit', 'Coupon', ' PREPAID_REDEEM', 'Fiado da Dona Lourdes'].map((method) => ({
      type: 'PENDING',
      method,
      value: 1,
    }))
    expect(paymentOfBody({ pending: 4, methods })?.parts.map(({ method }) => method)).toEqual([
      'CREDIT_DEBIT',
      'COUPON',
      'PREPAID_REDEEM',
      'Fiado da Dona Lourdes',
    ])
  })

  it.each<[string, unknown]>([
    ['one method without its list', { methods: { type: 'PENDING', method: 'PIX', value: 30 } }],
    ['a wrapped list', { methods: { item: [{ type: 'PENDING', method: 'PIX', value: 30 }] } }],
    ['methods without their block', [{ type: 'PENDING', method: 'PIX', value: 30 }]],
    ['an empty method beside it', { methods: [{ type: null }, {}, { type: 'PENDING', method: 'PIX', amount: 30 }] }],
    ['a method of zero beside it', { methods: [pending(0), { ...pending(30), method: 'PIX' }] }],
  ])('is read from %s', (_form, payments) => {
    const payment = paymentOfBody(payments)
    expect(payment && paymentLines(payment, words)).toEqual(['Collect 30 · PIX'])
  })

  it('is not paid while another method has no type', () => {
    const methods = [PREPAID_20, { method: 'CASH', value: 30 }]
    expect(paymentOfBody({ methods })?.state).toBe('unknown')
    expect(linesOf({ methods: [pending(), { method: 'CASH', value: 30 }] }, 50)).toEqual(['Collect: ask'])
  })

  it('is absent for an order without money fields, and "not stated" when only the total is known', () => {
    expect(paymentOfBody(undefined)).toBeUndefined()
    expect(linesOf(undefined, { value: 50 })).toEqual(['Not stated'])
    expect(linesOf({ prepaid: 0, pending: 0, methods: [] }, { value: 0 })).toEqual(['Paid'])
  })

  it('is not absent when a sum cannot be read', () => {
    const methods = [{ type: 'PENDING', method: 'CASH' }]
    expect(linesOf({ prepaid: 'twenty', methods }, { value: 50 })).toEqual(['Collect: ask · CASH'])
    expect(linesOf({ pending: 'thirty', methods }, { value: 50 })).toEqual(['Collect: ask · CASH'])
    expect(linesOf({ prepaid: { value: 20 }, pending: { value: 30 }, methods }, { value: 50 })).toEqual([
      'Collect 30 · CASH',
    ])
    expect(linesOf({ prepaid: '20', pending: '30,5', methods }, 50.5)).toEqual(['Collect 30.5 · CASH'])
  })

  it('has a line for each part, and a sum if one amount states it', () => {
    const methods = [
      { type: 'PENDING', method: 'CASH', value: 10, changeFor: 50 },
      { type: 'PENDING', method: 'DEBIT', brand: 'ELO', value: 20 },
    ]
    expect(linesOf({ pending: 30, methods })).toEqual(['Collect 30', '10 · CASH · change for 50', '20 · DEBIT · ELO'])
    expect(linesOf({ methods })).toEqual(['Collect 10 · CASH · change for 50', 'Collect 20 · DEBIT · ELO'])
    expect(linesOf({ methods: [methods[0], { type: 'PENDING', method: 'DEBIT' }], prepaid: 5 }, 60)).toEqual([
      'Collect: ask',
      '10 · CASH · change for 50',
      'DEBIT',
    ])
  })

  it('has no amount when the amounts contradict each other', () => {
    const methods = [{ type: 'PENDING', method: 'CASH', value: 45, changeFor: 50 }]
    expect(linesOf({ pending: 30, methods })).toEqual(['Collect: ask · CASH · change for 50'])
    expect(paymentOfBody({ pending: 30, methods })?.parts).toEqual([{ method: 'CASH', changeFor: { value: 50 } }])
    expect(linesOf({ prepaid: 50, pending: 50 }, 50)).toEqual(['Collect: ask'])
    expect(linesOf({ methods: [pending(-5)] }, 50)).toEqual(['Collect: ask'])
    expect(linesOf({ pending: -5 }, 50)).toEqual(['Not stated'])
  })

  it('is separate for every currency', () => {
    const cash = { type: 'PENDING', method: 'CASH' }
    expect(linesOf({ pending: 30, methods: [{ ...cash, currency: 'usd' }] })).toEqual(['Collect USD30 · CASH'])
    expect(linesOf({ pending: 30, methods: [cash] }, { value: 30, currency: 'CLP' })).toEqual(['Collect CLP30 · CASH'])
    const mixed = [
      { ...cash, value: 10, currency: 'USD' },
      { ...cash, method: 'PIX', value: 100, currency: 'BRL' },
    ]
    expect(linesOf({ pending: 110, methods: mixed })).toEqual(['Collect USD10 · CASH', 'Collect BRL100 · PIX'])
    expect(
      linesOf({ pending: 30, methods: [cash, { type: 'PREPAID', currency: 'USD' }] }, { value: 50, currency: 'BRL' }),
    ).toEqual(['Collect: ask · CASH'])
  })
})

describe('the change to give', () => {
  const change = (value: number | undefined, changeFor: number | undefined, more: Raw = {}) =>
    paymentOfBody({ methods: [{ ...pending(value), changeFor }], ...more })?.parts.map((part) => part.change?.value)

  it('is the amount to return, and only if both amounts are known', () => {
    expect(change(87.5, 100)).toEqual([12.5])
    expect(change(8750, 10_000)).toEqual([1250])
    expect(change(100, 100)).toEqual([undefined])
    expect(change(100, 0)).toEqual([undefined])
    expect(change(undefined, 100)).toEqual([undefined])
    expect(change(undefined, 100, { pending: 87.5 })).toEqual([12.5])
    expect(change(45, 100, { pending: 30 })).toEqual([undefined])
    expect(change(30, 20)).toEqual([undefined])
  })

  it('has no rounding error of binary fractions', () => {
    expect(change(47.9, 50)).toEqual([2.1])
    expect(change(0.1, 0.3)).toEqual([0.2])
  })
})

describe('a stated sum', () => {
  const stated = fc.option(fc.constantFrom(0, 10, 20, 30, 50), { nil: undefined })
  const method = fc.record({ type: fc.constantFrom('PREPAID', 'PENDING', undefined), value: stated })

  it('was sent by the platform, and together with the paid part never exceeds the total', () => {
    fc.assert(
      fc.property(stated, stated, fc.array(method, { maxLength: 3 }), stated, (prepaid, due, methods, total) => {
        const payment = paymentOfBody({ prepaid, pending: due, methods }, total)
        const sum = payment?.collect?.value
        if (sum === undefined) return
        const values = methods.flatMap(({ type, value }) => (type === 'PENDING' && value !== undefined ? [value] : []))
        expect(due !== undefined ? [due] : [...values, total]).toContain(sum)
        if (total !== undefined) expect(sum + (prepaid ?? 0)).toBeLessThanOrEqual(total)
      }),
    )
  })

  it('has the unit of the connection', () => {
    const payment = paymentOfBody({ pending: 3000 }, { value: 5000, currency: 'BRL' })
    const { amount } = createFormats('en', 'cents')
    expect(payment && paymentLines(payment, { ...words, amount })).toEqual(['Collect R$30.00'])
  })
})

it.each<[Raw, string]>([
  [{ method: 'OTHER', methodInfo: 'Vale do clube' }, 'Vale do clube'],
  [{ method: 'Coupon', brand: 'Ticket', methodInfo: 'P10' }, 'COUPON · Ticket · P10'],
  [{ method: 'PREPAID_REDEEM' }, 'PREPAID_REDEEM'],
  [{ methodInfo: 'Fiado' }, 'Fiado'],
])('the method of a payment with its own text: %j', (method, text) => {
  expect(linesOf({ pending: 5, methods: [{ type: 'pending', ...method }] })).toEqual([`Collect 5 · ${text}`])
})

it('a coupon is a line of its own, with who bears which part, however the order is paid', () => {
  const coupons = [
    {
      value: 10,
      payers: [
        { name: 'iFood', value: 6 },
        { name: 'MERCHANT', value: 4 },
        { name: 'x', value: 0 },
      ],
    },
    { value: 'free', payers: [] },
  ]
  const line = 'coupon BRL10 · iFood pays BRL6 · MERCHANT pays BRL4'
  const paid = { prepaid: 20, pending: 0, methods: [{ ...PREPAID_20, currency: 'BRL' }], coupons }
  expect(linesOf(paid)).toEqual(['Paid', line])
  const open = { prepaid: 0, pending: 20, methods: [{ ...pending(20), method: 'CASH', currency: 'BRL' }], coupons }
  expect(linesOf(open)).toEqual(['Collect BRL20 · CASH', line])
})
