import type {
  AcknowledgeAnswer,
  ActAnswer,
  ActRequest,
  PlatformClient,
  PollAnswer,
  ReadAnswer,
  Unauthorized,
  Unavailable,
} from '../../electron/platform/answers.ts'
import { MOVES, type Move } from '../../electron/practice/platform/interface.ts'
import { type Random, shuffled } from '../../electron/practice/platform/randomness.ts'
import type { Clock } from '../../electron/sync/clock.ts'
import type { PlatformModel } from '../fixtures/platform/model.ts'
import { bodyByEvents, type Wishes } from './customers-wishes.ts'
import type { ProgramRun } from './program-run.ts'

export const CREDENTIAL = 'shop'

/** A fault of the network or the platform for one call. */
export const FAULTS = [
  'lost-request',
  'lost-answer',
  'server-error',
  'server-error-applied',
  'throttled',
  'timeout',
  /** A read is answered with another order's body. Other calls are not changed. */
  'mixed-up',
  /** The answer to a read is on its way for nine seconds, and may be older than an event that comes meanwhile. */
  'slow-read',
  /** The next read is refused with 403. */
  'read-refused',
  /** The HTML page of a gateway in place of the answer. */
  'gateway-page',
  'gateway-page-applied',
  'unauthorized',
  /** An operation is refused with 409 although the platform applied it, as hosts answer a repetition. Other calls are not changed. */
  'conflict-applied',
  /** The same, but the platform did not apply it. */
  'conflict-not-applied',
] as const
export type Fault = (typeof FAULTS)[number]

/** A platform whose reads tell no status, unless it states the last event of an order. */
export type ByEvents = { readonly dialect: 'open-delivery-1' | 'ifood'; readonly statesLastEvent: boolean }

const moveOf = (action: string): Move => {
  const move = MOVES.find((one) => one === action)
  if (move === undefined) throw new Error(`not an action of v2: ${action}`)
  return move
}

const LONGEST_WAY_MS = 150
const TIMEOUT_MS = 15_000
const SLOW_READ_MS = 9_000
const REPLAYED_EVENTS = 3

/** Events on the platform's side of the connection, for the invariants. */
export type WireWatch = {
  onAcknowledged(eventIds: readonly string[]): void
  /** The platform sent this event. */
  onGiven(eventId: string | undefined, orderId: string | undefined): void
  onRead(orderId: string, status: string): void
  onMissing(orderId: string): void
  /** The program got the order itself as the answer to a read. `beganAt`: true time. */
  onReturned(orderId: string, beganAt: number): void
  onPost(request: ActRequest, isApplied: boolean): void
}

const unavailable = (cause: Unavailable['cause'], retryAfterMs?: number): Unavailable => ({
  kind: 'unavailable',
  cause,
  retryAfterMs,
})

/** Staff have paused the connection: its source has no credentials for a call. */
const PAUSED = { kind: 'unauthorized', cause: 'connection-paused' } as const satisfies Unauthorized
const UNAUTHORIZED = { kind: 'unauthorized', cause: 'credentials-refused' } as const satisfies Unauthorized
/** Faults for one kind of call. Other calls are not changed. */
type OwnFault = 'mixed-up' | 'slow-read' | 'read-refused' | 'conflict-applied' | 'conflict-not-applied'
const isOwn = (fault: Fault): fault is OwnFault =>
  fault === 'mixed-up' || fault === 'slow-read' || fault === 'read-refused' || fault.startsWith('conflict')

const setbackOf: Readonly<Record<Exclude<Fault, OwnFault>, Unavailable | Unauthorized>> = {
  'lost-request': unavailable('network'),
  'lost-answer': unavailable('network'),
  'server-error': unavailable('server'),
  'server-error-applied': unavailable('server'),
  throttled: unavailable('throttled', 40_000),
  timeout: unavailable('timeout'),
  'gateway-page': unavailable('unintelligible'),
  'gateway-page-applied': unavailable('unintelligible'),
  unauthorized: UNAUTHORIZED,
}

const isApplied = (fault: Fault | undefined): boolean =>
  fault === undefined ||
  isOwn(fault) ||
  fault === 'lost-answer' ||
  fault === 'server-error-applied' ||
  fault === 'gateway-page-applied' ||
  fault === 'timeout'

/** The platform model behind a connection with a delay in each direction, which can lose calls and answers. */
export function createWire(parts: {
  readonly model: PlatformModel
  readonly clock: Clock
  readonly random: Random
  readonly watch: WireWatch
  /** Absent: the platform speaks v2. */
  readonly byEvents?: ByEvents | undefined
  readonly wishes: Wishes
}) {
  const { model, clock, random, watch, byEvents, wishes } = parts
  let faults: Fault[] = []
  let refusedReads = 0
  let isOutage = false
  let isPaused = false
  let publishedAfterMs = 0
  /** Archived orders that the platform has deleted. */
  const deleted = new Set<string>()

  const way = (): number => Math.floor(random() * LONGEST_WAY_MS)

  /** A request that was sent reaches the platform also when the program crashes. Then its answer is lost. */
  const call = <T>(
    life: ProgramRun,
    apply: (fault: OwnFault | undefined) => T,
    isRead = false,
  ): Promise<T | Unavailable | Unauthorized> =>
    new Promise((resolve) => {
      if (life.isOver()) return
      if (isPaused) return resolve(PAUSED)
      const fault = isOutage ? 'lost-request' : faults.shift()
      clock.setTimer(way(), () => {
        const answer = isApplied(fault) ? apply(fault !== undefined && isOwn(fault) ? fault : undefined) : undefined
        const backMs = fault === 'timeout' ? TIMEOUT_MS : fault === 'slow-read' && isRead ? SLOW_READ_MS : way()
        clock.setTimer(backMs, () => {
          if (life.isOver()) return
          if (fault !== undefined && !isOwn(fault)) resolve(setbackOf[fault])
          else if (answer !== undefined) resolve(answer)
        })
      })
    })

  const refused = (status: number) => ({ kind: 'refused', status }) as const

  const page = (): PollAnswer => {
    const isPublished = ({ publishedAt }: { publishedAt: number }) => publishedAt + publishedAfterMs <= model.now()
    const fresh = model.poll(CREDENTIAL).events.filter(isPublished)
    const again = model.acknowledgedEvents(CREDENTIAL, REPLAYED_EVENTS)
    const repeated = random() < 0.3 ? [...fresh, ...again, ...fresh.slice(0, 1)] : fresh
    for (const { eventId, orderId } of repeated) watch.onGiven(eventId, orderId)
    return {
      kind: 'events',
      events: shuffled(
        random,
        repeated.map(({ body }) => body),
      ),
    }
  }

  const acknowledge = (eventIds: readonly string[]): AcknowledgeAnswer => {
    watch.onAcknowledged(eventIds)
    model.acknowledge(CREDENTIAL, eventIds)
    return { kind: 'acknowledged' }
  }

  const read = (orderId: string): ReadAnswer => {
    if (deleted.has(orderId)) return refused(404)
    const answer = model.read(CREDENTIAL, orderId)
    if (answer.kind !== 'found') return refused(404)
    const order = model.order(orderId)
    if (byEvents === undefined || order === undefined) return { kind: 'order', body: answer.body }
    return { kind: 'order', body: bodyByEvents(byEvents, order) }
  }

  const act = (request: ActRequest): ActAnswer => {
    const { orderId, action, cancellation } = request
    if (deleted.has(orderId)) {
      watch.onPost(request, false)
      return refused(404)
    }
    if (action === 'acceptCancellation' || action === 'denyCancellation') {
      const isAnswered = wishes.answer(orderId, action === 'acceptCancellation', request.wish)
      watch.onPost(request, isAnswered)
      return isAnswered ? { kind: 'accepted', status: 204 } : refused(409)
    }
    const answer =
      action === 'requestCancellation'
        ? model.requestCancellation(CREDENTIAL, orderId, cancellation ?? { code: '', reason: '' })
        : model.act(CREDENTIAL, orderId, moveOf(action))
    watch.onPost(request, answer.kind === 'accepted' && answer.applied)
    switch (answer.kind) {
      case 'accepted':
        return { kind: 'accepted', status: 202 }
      case 'conflict':
        return refused(409)
      case 'unknown':
        return refused(404)
      case 'forbidden':
        return refused(403)
    }
  }

  const readOther = (orderId: string): ReadAnswer => {
    const others = model.orders().filter((order) => order.id !== orderId)
    const other = others[Math.floor(random() * others.length)]
    return other ? read(other.id) : refused(404)
  }

  const noteRead = (orderId: string, answer: ReadAnswer, isOther: boolean): ReadAnswer => {
    const order = model.order(orderId)
    if (answer.kind === 'order' && order !== undefined && !isOther) watch.onRead(orderId, order.status)
    // When it is missing for long, also during a sleep, a cancelled order counts as archived.
    if (answer.kind === 'refused' && order?.cancelled) watch.onRead(orderId, 'CANCELLED')
    if (answer.kind === 'refused' && order !== undefined && deleted.has(orderId)) watch.onRead(orderId, order.status)
    return answer
  }

  return {
    client: (life: ProgramRun): PlatformClient => ({
      poll: () => call(life, page),
      acknowledge: (events) => call(life, () => acknowledge(events.map(({ eventId }) => eventId))),
      acknowledgmentLimit: () => 1_000,
      readOrder: async (orderId) => {
        const beganAt = model.now()
        let isOther = false
        const answer = await call<ReadAnswer>(
          life,
          (fault) => {
            if (refusedReads > 0) {
              refusedReads -= 1
              return refused(403)
            }
            isOther = fault === 'mixed-up'
            // The other order can be missing: the answer is then the same as for an archived one.
            return noteRead(orderId, isOther ? readOther(orderId) : read(orderId), isOther)
          },
          true,
        )
        if (answer.kind === 'order' && !isOther) watch.onReturned(orderId, beganAt)
        if (answer.kind === 'refused' && answer.status === 404) watch.onMissing(orderId)
        return answer
      },
      act: (request) =>
        call(life, (fault) => {
          if (fault === 'conflict-not-applied') {
            watch.onPost(request, false)
            return refused(409)
          }
          const answer = act(request)
          return fault === 'conflict-applied' ? refused(409) : answer
        }),
      validateCode: () => Promise.resolve({ kind: 'valid' }),
      cancellationReasons: () => Promise.resolve({ kind: 'reasons', reasons: [] }),
    }),
    strike(fault: Fault, calls: number): void {
      if (fault === 'read-refused') refusedReads += calls
      else faults.push(...Array.from({ length: calls }, () => fault))
    },
    /** The platform deletes an order that it has archived: nothing is known of it any more. */
    deleteArchived(orderId: string): void {
      if (model.order(orderId)?.status === 'CONCLUDED') deleted.add(orderId)
    },
    publishLate(afterMs: number): void {
      publishedAfterMs = afterMs
    },
    setOutage(isOut: boolean): void {
      isOutage = isOut
    },
    setPaused(paused: boolean): void {
      isPaused = paused
    },
    endFaults(): void {
      faults = []
      refusedReads = 0
      isOutage = false
      isPaused = false
      publishedAfterMs = 0
    },
  }
}
