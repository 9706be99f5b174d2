import { expect, it, onTestFinished } from 'vitest'
import { withBoardText } from '../../../renderer/store/board-text.ts'
import { BOARD_CAME } from '../../../shared/contract/calls.ts'
import type { Bridge } from '../../../shared/contract/contract.ts'
import { fail, ok } from '../../../shared/result.ts'
import { snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const SNAPSHOT = snapshotOf([ticket('1')])
const TEXT = JSON.stringify(SNAPSHOT)

/** A bridge with two calls, which counts those for the snapshot. */
function bridgeWith(text: () => Promise<unknown>) {
  const asked: unknown[] = []
  const call = { 'board:text': text, 'board:snapshot': async (args: unknown) => ok(asked.push(args) && SNAPSHOT) }
  return { bridge: withBoardText({ call, on: {} } as unknown as Bridge), asked }
}

it('the board comes as one text, whose time has gone on since it came', async () => {
  // A young process has no earlier time than its own start.
  const cameAt = performance.now() / 2
  performance.mark(BOARD_CAME, { startTime: cameAt })
  onTestFinished(() => performance.clearMarks(BOARD_CAME))
  const { bridge, asked } = bridgeWith(async () => ok(TEXT))
  const least = performance.now() - cameAt
  const answer = await bridge.call['board:snapshot'](null)
  expect(answer).toMatchObject({ ok: true, value: { tickets: SNAPSHOT.tickets, clock: { skewMs: 0 } } })
  expect(answer.ok && answer.value.clock.platformNow - SNAPSHOT.clock.platformNow).toBeGreaterThanOrEqual(
    Math.floor(least),
  )
  expect(asked).toEqual([])
})

it.each([
  ['refused', async () => fail('internal', '')],
  ['absent', async () => ok(null)],
  ['lost', () => Promise.reject(new Error('no handler'))],
])('a text that is %s is replaced by the snapshot', async (_what, text) => {
  const { bridge, asked } = bridgeWith(text)
  expect(await bridge.call['board:snapshot'](null)).toEqual(ok(SNAPSHOT))
  expect(asked).toEqual([null])
})
