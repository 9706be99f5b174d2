import { describe, expect, it } from 'vitest'
import { ACTIONS_OF_2, targetOf } from '../../../shared/order/lifecycle.ts'
import type { ConflictReason, TapStatus } from '../../../shared/ticket/ticket.ts'
import type { FaultEffect } from '../../fixtures/platform/faults.ts'
import { startVirtualKitchen, type VirtualKitchen } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const SETTLED_WITHIN_MS = 20 * MINUTE

/** The status in which an order offers the action. */
type Action = Exclude<(typeof ACTIONS_OF_2)[number], 'validateCode'>
const ACTIONS = ACTIONS_OF_2.filter((action): action is Action => action !== 'validateCode')
const STARTS: Readonly<Record<Action, 'CREATED' | 'CONFIRMED' | 'READY' | 'IN_DELIVERY'>> = {
  confirm: 'CREATED',
  preparing: 'CONFIRMED',
  'ready-for-pickup': 'CONFIRMED',
  dispatch: 'READY',
  delivered: 'IN_DELIVERY',
  requestCancellation: 'CREATED',
}

type Outcome = {
  readonly truth: TapStatus
  readonly reason?: ConflictReason
  readonly posts?: number
  readonly mostPosts?: number
}
type Answer = {
  readonly name: string
  readonly effect?: FaultEffect
  /** The number of answers with this fault. Absent: all. */
  readonly times?: number
  readonly isCancelledMeanwhile?: boolean
  readonly ends: Outcome
  /** The expected end of a request to cancel, if it differs. */
  readonly cancellationEnds?: Outcome
}

const CONFIRMED: Outcome = { truth: 'confirmed' }
const refused = (reason: ConflictReason): Outcome => ({ truth: 'conflict', reason, posts: 1 })

const ANSWERS: readonly Answer[] = [
  { name: '202', ends: { ...CONFIRMED, posts: 1 } },
  { name: '202 that does not arrive', effect: { kind: 'reset', applied: true }, times: 1, ends: CONFIRMED },
  { name: 'a request that does not arrive', effect: { kind: 'reset' }, times: 1, ends: CONFIRMED },
  { name: 'no answer, applied', effect: { kind: 'hang', applied: true }, times: 1, ends: CONFIRMED },
  { name: 'no answer, not applied', effect: { kind: 'hang' }, times: 2, ends: CONFIRMED },
  { name: '500', effect: { kind: 'status', status: 500 }, times: 3, ends: CONFIRMED },
  { name: '502, applied', effect: { kind: 'status', status: 502, applied: true }, times: 1, ends: CONFIRMED },
  {
    name: '503 with Retry-After in seconds',
    effect: { kind: 'status', status: 503, retryAfter: 90 },
    times: 1,
    ends: CONFIRMED,
  },
  {
    name: '429 with Retry-After as a date',
    effect: { kind: 'status', status: 429, retryAfter: { inMs: 75_000 } },
    times: 1,
    ends: CONFIRMED,
  },
  { name: '408', effect: { kind: 'status', status: 408 }, times: 1, ends: CONFIRMED },
  { name: 'a login page with 200', effect: { kind: 'html' }, times: 2, ends: CONFIRMED },
  { name: '401 once', effect: { kind: 'status', status: 401 }, times: 1, ends: CONFIRMED },
  { name: '404 twice', effect: { kind: 'status', status: 404 }, times: 2, ends: CONFIRMED },
  { name: '404 always', effect: { kind: 'status', status: 404 }, ends: { truth: 'conflict', reason: 'not-found' } },
  { name: '409', effect: { kind: 'status', status: 409 }, times: 1, ends: refused('invalid-transition') },
  { name: '422', effect: { kind: 'status', status: 422 }, times: 1, ends: refused('invalid-transition') },
  {
    name: '409, applied',
    effect: { kind: 'status', status: 409, applied: true },
    times: 1,
    ends: { ...CONFIRMED, posts: 1 },
  },
  { name: '403', effect: { kind: 'status', status: 403 }, times: 1, ends: refused('forbidden') },
  { name: '400', effect: { kind: 'status', status: 400 }, times: 1, ends: refused('rejected') },
  { name: '410', effect: { kind: 'status', status: 410 }, times: 1, ends: refused('rejected') },
  {
    name: '202 always without an effect',
    effect: { kind: 'status', status: 202 },
    ends: { truth: 'conflict', reason: 'not-applied', mostPosts: 4 },
    cancellationEnds: { truth: 'sent', posts: 1 },
  },
  {
    name: '202 twice without an effect',
    effect: { kind: 'status', status: 202 },
    times: 2,
    ends: { ...CONFIRMED, posts: 3 },
    cancellationEnds: { truth: 'sent', posts: 1 },
  },
  {
    name: 'a cancellation by the platform',
    isCancelledMeanwhile: true,
    ends: { truth: 'conflict', reason: 'order-cancelled' },
    cancellationEnds: CONFIRMED,
  },
]

type Mode = {
  readonly name: string
  readonly undoSeconds: number
  /** The event after the tap. */
  readonly after: (kitchen: VirtualKitchen) => Promise<void>
  readonly before?: (kitchen: VirtualKitchen) => Promise<void>
}
const MODES: readonly Mode[] = [
  { name: 'online', undoSeconds: 0, after: () => Promise.resolve() },
  { name: 'after the undo window', undoSeconds: 5, after: (kitchen) => kitchen.advance(5 * SECOND) },
  {
    name: 'offline at first',
    undoSeconds: 0,
    before: async (kitchen) => kitchen.network('down'),
    async after(kitchen) {
      await kitchen.advance(5 * MINUTE)
      kitchen.network('up')
    },
  },
  {
    name: 'without answers at first',
    undoSeconds: 0,
    before: async (kitchen) => kitchen.network('black-hole'),
    async after(kitchen) {
      await kitchen.advance(2 * MINUTE)
      kitchen.network('up')
    },
  },
  {
    name: 'over a crash',
    undoSeconds: 2,
    async after(kitchen) {
      kitchen.crash()
      await kitchen.advance(MINUTE)
      kitchen.start()
    },
  },
]

const rows = MODES.flatMap((mode) => ANSWERS.map((answer) => [mode.name, answer.name, mode, answer] as const))
console.log(`verdict table: ${rows.length * ACTIONS.length} cells`)

const endOf = (action: Action, answer: Answer): Outcome =>
  (action === 'requestCancellation' ? answer.cancellationEnds : undefined) ?? answer.ends

type TappedOrder = { readonly id: string; readonly action: Action; readonly ends: Outcome }

/** Checks one cell: the tap, the calls that it caused, and the order at the platform. */
function checkEnd({ core, ticket, platform }: VirtualKitchen, { id, action, ends }: TappedOrder): void {
  const { tap } = ticket(id) ?? {}
  expect({ truth: tap?.truth, reason: tap?.reason }, action).toEqual({ truth: ends.truth, reason: ends.reason })
  const posts = platform.requestLog.postsFor(id, action)
  expect(platform.requestLog.appliedFor(id, action).length, action).toBeLessThanOrEqual(1)
  if (ends.posts !== undefined) expect(posts, action).toHaveLength(ends.posts)
  expect(posts.length, action).toBeLessThanOrEqual(ends.mostPosts ?? Number.POSITIVE_INFINITY)
  if (ends.truth === 'confirmed') expect(platform.order(id)?.status, action).toBe(targetOf(action))
  expect(ticket(id)?.status, action).toBe(platform.order(id)?.status)
  const timeline = core().timeline(id)
  expect(timeline.ok && timeline.value.some(({ kind }) => kind === 'tapped'), action).toBe(true)
}

describe('each action with each answer in each situation', () => {
  it.each(rows)(
    '%s: every action that is answered by %s ends in the expected state',
    async (_mode, _answer, mode, answer) => {
      const kitchen = startVirtualKitchen({ settings: { undoSeconds: mode.undoSeconds } })
      const { platform } = kitchen
      // One kitchen with an order for each action. A fault applies to the calls of one action.
      const orders = ACTIONS.map((action): TappedOrder => {
        const { id } = platform.place({ orderType: 'DELIVERY', orderTiming: 'INSTANT', startsAs: STARTS[action] })
        return { id, action, ends: endOf(action, answer) }
      })
      await kitchen.advance(2 * SECOND)
      await mode.before?.(kitchen)
      const { effect, times } = answer
      for (const { id, action } of orders) {
        expect(kitchen.tap(id, action), action).toMatchObject({ ok: true })
        if (effect) platform.fault({ routes: [action], effect, ...(times === undefined ? {} : { times }) })
        if (answer.isCancelledMeanwhile) platform.cancel(id, 'CUSTOMER', 'Desistiu')
      }
      await mode.after(kitchen)

      const until = kitchen.clock.now() + SETTLED_WITHIN_MS
      const isOver = ({ id, ends }: TappedOrder) =>
        [ends.truth, 'confirmed', 'conflict'].includes(kitchen.ticket(id)?.tap?.truth ?? 'held')
      while (!orders.every(isOver) && kitchen.clock.now() < until) await kitchen.advance(5 * SECOND)
      // A settled tap stays settled over two polls.
      await kitchen.advance(65 * SECOND)

      for (const order of orders) checkEnd(kitchen, order)
      // No other call was made: none too early, none after a conflict, no two at the same time.
      expect(platform.requestLog.violations()).toEqual([])
      await kitchen.end()
    },
  )

  it.each(ACTIONS)('%s that is undone in the undo window is never sent', async (action) => {
    const kitchen = startVirtualKitchen({ settings: { undoSeconds: 5 } })
    const { id } = kitchen.platform.place({
      orderType: 'DELIVERY',
      orderTiming: 'INSTANT',
      startsAs: STARTS[action],
    })
    await kitchen.advance(2 * SECOND)
    const tapped = kitchen.tap(id, action)
    await kitchen.advance(4_900)
    expect(tapped.ok && kitchen.core().undo(tapped.value.tapId)).toMatchObject({ ok: true })
    await kitchen.advance(5 * MINUTE)
    expect(kitchen.platform.requestLog.postsFor(id, action)).toEqual([])
    expect(kitchen.ticket(id)?.tap).toBeUndefined()
    expect(tapped.ok && kitchen.core().undo(tapped.value.tapId)).toMatchObject({ ok: false, code: 'too-late' })
    await kitchen.end()
  })
})
