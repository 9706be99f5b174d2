import { expect, it } from 'vitest'
import { createPollRecord, recordingPollTimes } from '../../../electron/core/poll-record.ts'
import { platformMs } from '../../../shared/time/time.ts'
import { memoryFact } from '../../fixtures/memory-fact.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

const MINUTE = 60_000

function recording(lastPollAt: number | undefined) {
  const written: (number | 'marked' | 'room')[] = []
  let hasFailed = false
  let isFull = false
  const polls = createPollRecord({
    facts: { lastPollAt: memoryFact(lastPollAt, (at) => at !== undefined && written.push(at)) },
    markOpenOrdersToRead: () => written.push('marked'),
    inTransaction: (work) => work(),
    failure: () => (hasFailed ? 'disk-full' : undefined),
    proveRoom: () => {
      if (isFull) throw new Error('no room')
      written.push('room')
    },
  })
  return {
    polls,
    written,
    refuse: (isRefusing: boolean) => (hasFailed = isRefusing),
    fill: (isNowFull: boolean) => (isFull = isNowFull),
  }
}

it('the first poll is written, then one in five minutes, and at the end the last one', () => {
  const { polls, written } = recording(undefined)
  for (let at = 0; at <= 11 * MINUTE; at += 30_000) polls.record(at)
  expect(written).toEqual([0, 5 * MINUTE, 10 * MINUTE])
  polls.end()
  expect(written.at(-1)).toBe(11 * MINUTE)
  polls.end()
  expect(written).toHaveLength(4)
})

it('every poll tests a storage that has refused a write, and no other storage', () => {
  const { polls, written, refuse } = recording(0)
  refuse(true)
  polls.record(1)
  polls.record(2)
  refuse(false)
  polls.record(3)
  expect(written).toEqual(['room', 1, 'room', 2])
})

it('a storage that has refused a write counts as refusing until it has room for a whole step', () => {
  const { polls, written, refuse, fill } = recording(0)
  refuse(true)
  fill(true)
  expect(() => polls.record(1)).toThrow('no room')
  expect(written).toEqual([])
  fill(false)
  polls.record(2)
  expect(written).toEqual(['room', 2])
})

it('after more than ten minutes without a poll every open order is marked to be read, before the poll is written', () => {
  const { polls, written } = recording(MINUTE)
  polls.record(11 * MINUTE)
  expect(written).toEqual([11 * MINUTE])
  polls.record(21 * MINUTE + 1)
  expect(written).toEqual([11 * MINUTE, 'marked', 21 * MINUTE + 1])
})

it('the absence is measured from the last poll, not from the last record', () => {
  const { polls, written } = recording(0)
  polls.record(4 * MINUTE)
  polls.record(13 * MINUTE)
  expect(written).toEqual([13 * MINUTE])
})

it('a record in the future counts as a long absence, because the age of that poll is unknown', () => {
  const { polls, written } = recording(9 * MINUTE)
  polls.record(9 * MINUTE - 1_000)
  expect(written).toEqual([9 * MINUTE - 1_000])
  polls.record(2 * MINUTE)
  expect(written.slice(1)).toEqual(['marked', 2 * MINUTE])
})

it('a poll whose time cannot be stored counts as failed, and is logged', () => {
  const log = createMemoryLog()
  const record = () => {
    throw new Error('disk full')
  }
  const times = { polls: { record }, clockLog: { record }, clock: { platform: () => platformMs(1) }, log }
  const page = { freshOrderIds: [], freshEvents: 0, droppedOrderIds: [], mayHaveMore: false, mayHide: false }
  expect(recordingPollTimes(times)({ kind: 'polled', ...page })).toEqual({
    kind: 'failed',
    setback: { kind: 'storage', error: 'disk full' },
  })
  expect(log.lines).toEqual([{ level: 'error', event: 'storage-refused', fields: { error: 'disk full' } }])
})
