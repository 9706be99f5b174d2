import { type Core, createCore } from '../../../electron/core/core.ts'
import type { CoreParts } from '../../../electron/core/core-parts.ts'
import type {
  AcknowledgeAnswer,
  ActAnswer,
  ActRequest,
  PlatformClient,
  PollAnswer,
  ReadAnswer,
} from '../../../electron/platform/answers.ts'
import type { AcknowledgmentForm } from '../../../electron/platform/dialects/dialect.ts'
import type { BoardDelta } from '../../../shared/contract/contract.ts'
import type { SettingsPatch } from '../../../shared/contract/settings.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { createMemoryLog } from '../../fixtures/memory-log.ts'
import { createVirtualClock, exactReading } from '../../fixtures/virtual-clock.ts'
import { createMemoryDatabases } from '../../histories/memory-databases.ts'

/** An order's body with what a ticket needs. Its id is the one that is read. */
export const bodyOf = (status: string, more: object = {}): object => ({
  status,
  displayId: '4821',
  fulfillment: { orderType: 'TAKEOUT' },
  items: [{ id: 'i1', name: 'Pastel', quantity: 1 }],
  ...more,
})

/** A core with a fake platform: the test sets the pages that a poll returns and the bodies that a read returns. */
export function createTestCore(parts: Partial<CoreParts> = {}) {
  const clock = createVirtualClock()
  const log = createMemoryLog()
  const databases = createMemoryDatabases()
  const startedAt = clock.now()
  const world = {
    pages: [] as (readonly unknown[])[],
    bodies: new Map<string, object>(),
    pollAnswer: undefined as PollAnswer | undefined,
    acknowledge: (_form?: AcknowledgmentForm): AcknowledgeAnswer => ({ kind: 'acknowledged' }),
    act: (_request: ActRequest): ActAnswer => ({ kind: 'accepted', status: 202 }),
    /** Reads end when the core stops. */
    isReadPending: false,
    offsetMs: 0,
    isOnline: true,
    polls: [] as number[],
    reads: [] as string[],
    deltas: [] as BoardDelta[],
  }
  /** Events whose acknowledgment was refused: they come with every poll. */
  const refused = new Map<string, unknown>()
  const client: PlatformClient = {
    poll() {
      world.polls.push(clock.now() - startedAt)
      clock.applyReading(exactReading(clock, world.offsetMs))
      return Promise.resolve(
        world.pollAnswer ?? { kind: 'events', events: [...(world.pages.shift() ?? []), ...refused.values()] },
      )
    },
    acknowledge(events, _signal, form) {
      const answer = world.acknowledge(form)
      for (const event of events) {
        if (answer.kind === 'acknowledged') refused.delete(event.eventId)
        else refused.set(event.eventId, event)
      }
      return Promise.resolve(answer)
    },
    acknowledgmentLimit: () => 1_000,
    readOrder(orderId, signal): Promise<ReadAnswer> {
      world.reads.push(orderId)
      if (world.isReadPending) {
        return new Promise((resolve) => {
          signal?.addEventListener('abort', () => resolve({ kind: 'unavailable', cause: 'network' }))
        })
      }
      const body = world.bodies.get(orderId)
      return Promise.resolve(
        body === undefined ? { kind: 'refused', status: 404 } : { kind: 'order', body: { id: orderId, ...body } },
      )
    },
    act: (request) => Promise.resolve(world.act(request)),
    validateCode: () => Promise.resolve({ kind: 'valid' }),
    cancellationReasons: () => Promise.resolve({ kind: 'reasons', reasons: [] }),
  }
  const repositories = databases.open()
  let taps = 0
  const open = (): Core => {
    const core = createCore({
      ...repositories,
      client,
      clock,
      random: () => 0.5,
      newId() {
        taps += 1
        return `tap-${taps}`
      },
      log,
      isOnline: () => world.isOnline,
      ...parts,
    })
    core.onDelta((delta) => world.deltas.push(delta))
    return core
  }
  let core = open()
  let events = 0
  return {
    clock,
    log,
    databases,
    ...repositories,
    world,
    startedAt,
    core: () => core,
    begin(settings: SettingsPatch = {}) {
      core.changeSettings({ undoSeconds: 0, confirmStartsPreparation: false, ...settings })
      core.start()
    },
    /** Ends the program and opens it again on the same databases, without starting it. */
    async reopen() {
      await core.stop()
      core = open()
    },
    /** Puts an event onto the next page and, where given, sets the body that a read returns. */
    publish(orderId: string, eventType: string, body?: object) {
      events += 1
      world.pages.push([{ eventId: `e${events}`, orderId, eventType, createdAt: new Date(clock.now()).toISOString() }])
      if (body !== undefined) world.bodies.set(orderId, body)
    },
    ticket: (orderId: string): Ticket | undefined =>
      core.snapshot().tickets.find((ticket) => ticket.orderId === orderId),
    async end() {
      await core.stop()
      databases.close()
    },
  }
}

type TestCore = ReturnType<typeof createTestCore>

/** Brings an order from its first event to its card, in the status of its body. */
export async function putOnBoard(kitchen: TestCore, orderId: string, status: string, more: object = {}) {
  // An early poll that is requested during a poll causes no further poll.
  await kitchen.clock.advance(10)
  kitchen.publish(orderId, 'CREATED', bodyOf(status, more))
  kitchen.core().pollNow()
  await kitchen.clock.advance(2_000)
}

/** The order gets this status at the platform, and the board shows it. */
export async function changeStatus(kitchen: TestCore, orderId: string, status: string) {
  kitchen.publish(orderId, status, bodyOf(status))
  kitchen.core().pollNow()
  await kitchen.clock.advance(2_000)
}
