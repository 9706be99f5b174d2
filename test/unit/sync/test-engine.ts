import type {
  AcknowledgeAnswer,
  ActAnswer,
  ActRequest,
  PlatformClient,
  PollAnswer,
  ReadAnswer,
} from '../../../electron/platform/answers.ts'
import type { NewTap } from '../../../electron/storage/ports.ts'
import { createSyncEngine } from '../../../electron/sync/engine.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock } from '../../fixtures/virtual-clock.ts'
import { createMemoryDatabases } from '../../histories/memory-databases.ts'

/** A call, with the time at which it was sent, in ms since the beginning. */
export type Call = { readonly at: number; readonly what: string }

export const bodyOf = (orderId: string, status: string): unknown => ({
  id: orderId,
  status,
  fulfillment: { orderType: 'TAKEOUT' },
  items: [{ name: 'Pastel', quantity: 1 }],
})

export const eventsOf = (count: number, page: string) =>
  Array.from({ length: count }, (_, index) => ({
    eventId: `${page}-${index}`,
    orderId: `order-${page}`,
    eventType: 'CREATED',
  }))

/**
 * The four workers on real repositories, with a platform of four functions. The test sets the answer and the duration
 * of each.
 */
export function createTestEngine() {
  const clock = createVirtualClock()
  const startedAt = clock.now()
  const databases = createMemoryDatabases()
  const { ledger, cache } = databases.open()
  const log = createMemoryLog()
  const calls: Call[] = []
  const changed: string[] = []
  const outcomes: string[] = []
  const since = () => clock.now() - startedAt
  const note = (what: string): void => {
    calls.push({ at: since(), what })
  }
  const answers = {
    poll: (): PollAnswer => ({ kind: 'events', events: [] }),
    acknowledge: (): AcknowledgeAnswer => ({ kind: 'acknowledged' }),
    read: (orderId: string): ReadAnswer => ({ kind: 'order', body: bodyOf(orderId, 'CREATED') }),
    act: (_request: ActRequest): ActAnswer => ({ kind: 'accepted', status: 202 }),
  }
  const takes = { poll: 0, acknowledge: 0, read: 0, act: 0 }
  const after = <T>(ms: number, answer: () => T): Promise<T> =>
    ms === 0
      ? Promise.resolve(answer())
      : new Promise((resolve) => {
          clock.setTimer(ms, () => resolve(answer()))
        })

  const client: PlatformClient = {
    poll() {
      note('poll')
      return after(takes.poll, answers.poll)
    },
    acknowledge(events) {
      note(`acknowledge ${events.length}`)
      return after(takes.acknowledge, answers.acknowledge)
    },
    acknowledgmentLimit: () => 1_000,
    readOrder(orderId) {
      note(`read ${orderId}`)
      return after(takes.read, () => answers.read(orderId))
    },
    act(request) {
      note(`${request.action} ${request.orderId}`)
      return after(takes.act, () => answers.act(request))
    },
    validateCode: () => Promise.resolve({ kind: 'valid' }),
    cancellationReasons: () => Promise.resolve({ kind: 'reasons', reasons: [] }),
  }
  const engine = createSyncEngine({
    client,
    ledger,
    cache,
    clock,
    random: () => 0.5,
    log,
    intervalMs: () => 30_000,
    onPolled: (outcome) => outcomes.push(outcome.kind),
    onOrdersChanged: (orderIds) => changed.push(...orderIds),
    acknowledgmentForm: () => 'v2',
    onFormFound: () => undefined,
    onIgnoring: () => undefined,
    onRefusing: () => undefined,
  })
  let taps = 0
  return {
    clock,
    ledger,
    cache,
    log,
    engine,
    answers,
    takes,
    changed,
    outcomes,
    since,
    at: (ms: number) => startedAt + ms,
    /** The calls since the last use of this function, as `[ms, call]`. */
    left: (): readonly (readonly [number, string])[] => calls.splice(0).map(({ at, what }) => [at, what] as const),
    leftNamed: (what: string) => calls.splice(0).flatMap((call) => (call.what === what ? [call.at] : [])),
    /** Adds an order for which nothing has to be done. */
    know(orderId: string, status = 'CREATED') {
      ledger.recordRead({
        orderId,
        generation: undefined,
        status,
        at: clock.now(),
        readAt: clock.now(),
        settlements: [],
      })
    },
    /** Reads the order, as after an event. */
    async read(orderId: string) {
      ledger.markToRead([orderId], clock.platform())
      engine.eventsReceived()
      await clock.advance(0)
    },
    /** Adds a tap; by default now and without an undo window. */
    tap(more: Partial<NewTap> = {}) {
      taps += 1
      const tap: NewTap = {
        tapId: `tap-${taps}`,
        orderId: 'order-1',
        action: 'confirm',
        args: {},
        tappedAt: clock.now(),
        holdUntil: clock.now(),
        ...more,
      }
      ledger.addTap(tap)
      engine.tapsChanged()
      return tap.tapId
    },
    stateOf: (tapId: string) => ledger.tap(tapId)?.state,
    async end() {
      const stopped = engine.stop()
      await clock.advance(60_000)
      await stopped
      databases.close()
    },
  }
}
