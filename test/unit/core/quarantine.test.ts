import { expect, it } from 'vitest'
import { createBoard } from '../../../electron/core/board.ts'
import { createBoardQuarantine, createQuarantine } from '../../../electron/core/quarantine.ts'
import { unreadTicket } from '../../../shared/ticket/reduced-ticket.ts'
import { monotonicMs } from '../../../shared/time/time.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const MINUTE = 60_000

function quarantine() {
  let now = 60 * MINUTE
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

it.each<[string, (kitchen: ReturnType<typeof quarantine>) => void, number]>([
  ['was completely drawn before', ({ recordDrawn }) => recordDrawn(['a'], 1), 0],
  ['changed a minute before', ({ pass }) => pass(MINUTE), 0],
  ['changed before the first of two crashes that are five minutes apart', () => undefined, 5 * MINUTE],
])('a ticket is not quarantined after one crash, nor after two when it %s', (_when, happens, apartMs) => {
  const kitchen = quarantine()
  kitchen.recordChanged(['a'], 1)
  happens(kitchen)
  expect(kitchen.windowCrashed()).toEqual([])
  kitchen.pass(apartMs)
  expect(kitchen.windowCrashed()).toEqual([])
})

it('only tickets that changed in the minute before the first crash are quarantined', () => {
  const { recordChanged, windowCrashed, releaseExpired, pass } = quarantine()
  recordChanged(['old'], 1)
  pass(MINUTE)
  recordChanged(['new'], 1)
  pass(MINUTE - 1)
  expect(releaseExpired()).toEqual([])
  windowCrashed()
  recordChanged(['later'], 1)
  expect([windowCrashed(), windowCrashed()]).toEqual([['new'], ['later']])
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
