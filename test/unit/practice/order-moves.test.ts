import { describe, expect, it } from 'vitest'
import {
  MOVES,
  type Move,
  ORDER_STATUSES,
  type OrderStatus,
  type OrderType,
} from '../../../electron/practice/platform/interface.ts'
import { type Judgement, judgeCancellationRequest, judgeMove } from '../../../electron/practice/platform/lifecycle.ts'

type Row = { readonly [status in OrderStatus]: string }
const letters: { readonly [letter: string]: Judgement } = { A: 'apply', o: 'already', x: 'conflict' }

// One letter per status: A applies, o is 202 without a change, x is 409.
const row = (cells: string): Row => {
  const [CREATED, CONFIRMED, PREPARING, READY, IN_DELIVERY, DELIVERED, CANCELLED, CONCLUDED] = cells.split(' ')
  const cell = (text: string | undefined) => text ?? '?'
  return {
    CREATED: cell(CREATED),
    CONFIRMED: cell(CONFIRMED),
    PREPARING: cell(PREPARING),
    READY: cell(READY),
    IN_DELIVERY: cell(IN_DELIVERY),
    DELIVERED: cell(DELIVERED),
    CANCELLED: cell(CANCELLED),
    CONCLUDED: cell(CONCLUDED),
  }
}

const DELIVERY: { readonly [move in Move]: Row } = {
  //                     CRE CON PRE REA IND DEL CAN CCL
  confirm: row('A o o o o o x o'),
  preparing: row('x A o o o o x o'),
  'ready-for-pickup': row('x A A o o o x o'),
  dispatch: row('x x x A o o x o'),
  delivered: row('x x x x A o x o'),
}
const AT_THE_COUNTER: { readonly [move in Move]: Row } = {
  ...DELIVERY,
  dispatch: row('x x x x x x x x'),
  delivered: row('x x x A x o x o'),
}

describe('the verdict on each move, in each status, for each order type', () => {
  const tables: readonly (readonly [OrderType, typeof DELIVERY])[] = [
    ['DELIVERY', DELIVERY],
    ['TAKEOUT', AT_THE_COUNTER],
    ['INDOOR', AT_THE_COUNTER],
  ]
  for (const [orderType, table] of tables) {
    for (const move of MOVES) {
      for (const status of ORDER_STATUSES) {
        it(`${orderType} ${status} ${move}`, () => {
          const cancelled = status === 'CANCELLED'
          expect(judgeMove(move, { status, orderType, cancelled })).toBe(letters[table[move][status]])
        })
      }
    }
  }

  it('accepts no move after a cancelled order was concluded', () => {
    for (const move of MOVES) {
      const order = { status: 'CONCLUDED', orderType: 'DELIVERY', cancelled: true } as const
      expect(judgeMove(move, order)).toBe('conflict')
    }
  })
})

describe('the verdict on a request for cancellation', () => {
  const expected: { readonly [status in OrderStatus]: Judgement } = {
    CREATED: 'apply',
    CONFIRMED: 'apply',
    PREPARING: 'apply',
    READY: 'apply',
    IN_DELIVERY: 'apply',
    DELIVERED: 'conflict',
    CANCELLED: 'already',
    CONCLUDED: 'conflict',
  }
  for (const status of ORDER_STATUSES) {
    it(status, () => {
      const order = { status, orderType: 'DELIVERY', cancelled: status === 'CANCELLED', isRequestOpen: false } as const
      expect(judgeCancellationRequest(order)).toBe(expected[status])
    })
  }

  it('changes nothing while another one is open', () => {
    const order = { status: 'PREPARING', orderType: 'DELIVERY', cancelled: false, isRequestOpen: true } as const
    expect(judgeCancellationRequest(order)).toBe('already')
  })
})
