import { describe, expect, it } from 'vitest'
import { createBoard } from '../../../electron/core/board.ts'
import type { BoardDelta } from '../../../shared/contract/contract.ts'
import { foundWords } from '../../../shared/text/folded-text.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'

const ticket = (orderId: string, status = 'CREATED'): Ticket => ({
  orderId,
  displayId: orderId,
  status,
  lane: 'new',
  reading: 'read',
  orderType: 'DELIVERY',
  createdAt: 0,
  awaitsPreparationRequest: false,
  lines: [],
  notes: [],
  actions: [],
})

function watched() {
  const board = createBoard()
  const deltas: BoardDelta[] = []
  const end = board.onDelta((delta) => deltas.push(delta))
  return { board, deltas, end }
}

describe('the board', () => {
  it('sends only real changes, in one delta, and increases the version by one each time', () => {
    const { board, deltas } = watched()
    board.update(
      new Map([
        ['a', ticket('a')],
        ['b', ticket('b')],
      ]),
    )
    board.update(
      new Map([
        ['a', ticket('a')],
        ['b', ticket('b', 'CONFIRMED')],
      ]),
    )
    board.update(new Map([['a', ticket('a')]]))
    board.update(
      new Map([
        ['a', undefined],
        ['never', undefined],
      ]),
    )
    expect(
      deltas.map(({ version, changed, removed }) => [version, changed.map(({ orderId }) => orderId), removed]),
    ).toEqual([
      [1, ['a', 'b'], []],
      [2, ['b'], []],
      [3, [], ['a']],
    ])
    expect(board.tickets().map(({ orderId }) => orderId)).toEqual(['b'])
    expect(board.ticket('a')).toBeUndefined()
  })

  it('keeps no text of an order that has left it', () => {
    const { board } = watched()
    const words = ['nut']
    const note = () => foundWords('no nuts, for Lia', words, () => false)
    board.update(new Map([['a', ticket('a')]]))
    const found = note()
    board.update(new Map([['b', ticket('b')]]))
    expect(note()).toBe(found)
    board.update(new Map([['a', undefined]]))
    expect(note()).not.toBe(found)
  })

  it('sends other changed parts without tickets', () => {
    const { board, deltas } = watched()
    board.announce({ unsettledTaps: 3 })
    expect(deltas).toEqual([{ version: 1, unsettledTaps: 3, changed: [], removed: [] }])
    expect(board.version()).toBe(1)
  })
})
