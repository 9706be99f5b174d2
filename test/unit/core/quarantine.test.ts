import { expect, it } from 'vitest'
import { createBoard } from '../../../electron/core/board.ts'
import { createBoardQuarantine, createQuarantine } from '../../../electron/core/quarantine.ts'
import { unreadTicket } from '../../../shared/ticket/reduced-ticket.ts'
import { monotonicMs } from '../../../shared/time/time.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const MINUTE = 60_000

function quarantine() {
  let now = 0
  return {
    ...createQuarantine({ monotonic: () => monotonicMs(now) }),
    pass(ms: number) {
      now += ms
    },
  }
}

it('a ticket that was never completely drawn is quarantined when the window crashed twice', () => {
  const { recordChanged, recordDrawn, windowCrashed, isQuarantined, pass } = quarantine()
  recordChanged(['bad', 'good'], 1)
  pass(20_000)
  expect(windowCrashed()).toEqual([])
  recordDrawn(['good'], 1)
  pass(20_000)
  expect(windowCrashed()).toEqual(['bad'])
  expect([isQuarantined('bad'), isQuarantined('good')]).toEqual([true, false])
})

it('no ticket is quarantined after one crash, after two crashes far apart, or when it changed long before or was completely drawn', () => {
  const { recordChanged, recordDrawn, windowCrashed, pass } = quarantine()
  recordChanged(['a'], 1)
  expect(windowCrashed()).toEqual([])
  pass(6 * MINUTE)
  expect(windowCrashed()).toEqual([])
  recordChanged(['b'], 1)
  recordDrawn(['b'], 1)
  recordChanged(['c'], 1)
  pass(2 * MINUTE)
  expect(windowCrashed()).toEqual([])
  expect(windowCrashed()).toEqual([])
})

it('a ticket of which only an earlier version was drawn is quarantined', () => {
  const { recordChanged, recordDrawn, windowCrashed } = quarantine()
  recordChanged(['bad'], 1)
  recordChanged(['bad'], 2)
  recordDrawn(['bad'], 1)
  expect(windowCrashed()).toEqual([])
  expect(windowCrashed()).toEqual(['bad'])
})

it('a quarantined ticket is drawn again after ten minutes', () => {
  const { recordChanged, windowCrashed, isQuarantined, releaseExpired, pass } = quarantine()
  recordChanged(['bad'], 1)
  windowCrashed()
  windowCrashed()
  expect(releaseExpired()).toEqual([])
  pass(10 * MINUTE)
  expect(releaseExpired()).toEqual(['bad'])
  expect(isQuarantined('bad')).toBe(false)
})

it('a ticket of the board that changed and was not drawn when the window crashed twice is logged and drawn again', () => {
  const board = createBoard()
  const log = createMemoryLog()
  const drawnAgain: (readonly string[])[] = []
  const quarantineOfBoard = createBoardQuarantine({
    clock: { monotonic: () => monotonicMs(0) },
    board,
    log,
    refresh: (orderIds) => drawnAgain.push(orderIds),
  })
  for (const orderId of ['bad', 'good']) {
    board.update(new Map([[orderId, unreadTicket({ orderId, status: '', firstSeenAt: 0 })]]))
  }
  quarantineOfBoard.windowCrashed()
  expect(drawnAgain).toEqual([])
  quarantineOfBoard.drawn(['good'], board.version())
  quarantineOfBoard.windowCrashed()
  expect(drawnAgain).toEqual([['bad']])
  expect(quarantineOfBoard.isQuarantined('bad')).toBe(true)
  expect(log.lines).toContainEqual(expect.objectContaining({ event: 'ticket-quarantined', fields: { orderId: 'bad' } }))
})
