import { expect, it } from 'vitest'
import { MOVES, type Move, ORDER_STATUSES, type OrderStatus } from '../../../electron/practice/platform/interface.ts'
import { type Judgement, judgeCancellationRequest, judgeMove } from '../../../electron/practice/platform/lifecycle.ts'

/** One letter for each status, in the order of `ORDER_STATUSES`: A applies, o is 202 without a change, x is 409. */
const LETTERS: Readonly<Record<string, Judgement>> = { A: 'apply', o: 'already', x: 'conflict' }
const at = (row: string, status: OrderStatus) => LETTERS[row[ORDER_STATUSES.indexOf(status)] ?? '']

const DELIVERY: Readonly<Record<Move, string>> = {
  confirm: 'Aoooooxo',
  preparing: 'xAooooxo',
  'ready-for-pickup': 'xAAoooxo',
  dispatch: 'xxxAooxo',
  delivered: 'xxxxAoxo',
}
const AT_THE_COUNTER = { ...DELIVERY, dispatch: 'xxxxxxxx', delivered: 'xxxAxoxo' }
const TABLES = { DELIVERY, TAKEOUT: AT_THE_COUNTER, INDOOR: AT_THE_COUNTER }
const CASES = ORDER_STATUSES.flatMap((status) =>
  MOVES.flatMap((move) => (['DELIVERY', 'TAKEOUT', 'INDOOR'] as const).map((type) => [type, status, move] as const)),
)

it('the statuses are in the order of the tables', () => {
  expect(ORDER_STATUSES).toEqual(
    'CREATED CONFIRMED PREPARING READY IN_DELIVERY DELIVERED CANCELLED CONCLUDED'.split(' '),
  )
})

it.each(CASES)('the verdict on a move: %s %s %s', (orderType, status, move) => {
  const cancelled = status === 'CANCELLED'
  expect(judgeMove(move, { status, orderType, cancelled })).toBe(at(TABLES[orderType][move], status))
})

it.each(MOVES)('no move is accepted after a cancelled order was concluded: %s', (move) => {
  expect(judgeMove(move, { status: 'CONCLUDED', orderType: 'DELIVERY', cancelled: true })).toBe('conflict')
})

it.each(ORDER_STATUSES)('the verdict on a request for cancellation: %s', (status) => {
  const order = { status, orderType: 'DELIVERY', cancelled: status === 'CANCELLED', isRequestOpen: false } as const
  expect(judgeCancellationRequest(order)).toBe(at('AAAAAxox', status))
})

it('a request for cancellation changes nothing while another one is open', () => {
  const order = { status: 'PREPARING', orderType: 'DELIVERY', cancelled: false, isRequestOpen: true } as const
  expect(judgeCancellationRequest(order)).toBe('already')
})
