import { messageOf } from '../../shared/result.ts'
import { createWorkLoop, type WorkLoop } from '../../shared/work-loop.ts'
import { type DuringOrder, unmarked } from '../liveness/work-mark.ts'
import type { Log } from '../logging/log-port.ts'
import type { PlatformClient } from '../platform/answers.ts'
import type { AcknowledgmentForm } from '../platform/dialects/dialect.ts'
import type { Ledger, OrderCache, Tap } from '../storage/ports.ts'
import { createAcknowledger } from './acknowledger.ts'
import type { Acknowledgment } from './acknowledgment-work.ts'
import type { Clock } from './clock.ts'
import type { Revalidation } from './disputed-cancellation.ts'
import { createDrain, DRAINED_WITHIN_MS, type Drain } from './drain.ts'
import { createOrderReader, type OrderReader } from './order-reader.ts'
import { ATTEMPT_OVER_MS, createOutboxSender, type OutboxSender } from './outbox-sender.ts'
import { createPoller, type Poller, type PollOutcome } from './poller.ts'
import { sortPage } from './receive-page.ts'

/** Makes the function that drains the platform's events and then reads the order of a tap, unless it was read just now. */
export function createRevalidation(options: {
  readonly drain: Pick<Drain, 'wait'>
  readonly reader: Pick<OrderReader, 'readNow' | 'readUnderWay' | 'wasJustRead'>
  readonly ledger: Pick<Ledger, 'tap'>
  readonly clock: Pick<Clock, 'monotonic' | 'platform'>
  readonly signal: AbortSignal
}): (tap: Tap) => Promise<Revalidation> {
  const { drain, reader, ledger, clock, signal } = options

  /**
   * A move may be repeated. A cancellation request must not be repeated if an event shows that the previous attempt
   * arrived. A poll that began before that attempt was over may have missed this event.
   */
  const waitForEvents = ({ action, attempts }: Tap): Promise<boolean> =>
    action === 'requestCancellation' && attempts > 0
      ? drain.wait(clock.monotonic(), true)
      : drain.wait(Number.NEGATIVE_INFINITY)

  return async (tap) => {
    const { tapId, orderId } = tap
    if (!(await waitForEvents(tap)) || signal.aborted) return 'undrained'
    // A step of the clock during the wait has corrected the time of the attempt in the ledger.
    const { lastAttemptAt = 0 } = ledger.tap(tapId) ?? tap
    // After an attempt with unknown outcome, the read must have begun after it. Otherwise a recent read is enough.
    if (clock.platform() - lastAttemptAt < ATTEMPT_OVER_MS) return (await reader.readNow(orderId)) ? 'fresh' : 'unread'
    if (reader.wasJustRead(orderId)) return 'fresh'
    return (await (reader.readUnderWay(orderId) ?? reader.readNow(orderId))) ? 'fresh' : 'unread'
  }
}

/** The ids of the events that the platform delivers now; `undefined`: it does not answer. Nothing of the page is stored. */
async function deliveredIds(
  client: Pick<PlatformClient, 'poll'>,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | undefined> {
  const answer = await client.poll(signal)
  if (answer.kind !== 'events') return undefined
  return new Set(sortPage(answer.events).events.map(({ eventId }) => eventId.toWellFormed()))
}

/** One worker of the app, on its clock. When `work` throws, by a defect or by a failing storage, that is logged. */
export function createWorkerLoop(options: {
  readonly name: string
  readonly work: () => Promise<number | undefined>
  readonly clock: Clock
  readonly log: Log
}): WorkLoop {
  const { name, work, clock, log } = options
  return createWorkLoop({
    work,
    setTimer: (delayMs, task) => clock.setTimer(delayMs, task),
    onFailure: (error) => log.error('worker-failed', { worker: name, error: messageOf(error) }),
  })
}

/** Pause between two pages of a backlog, for windows and taps, and for reading to keep up. */
const BACKLOG_PAUSE_MS = 200
/** After a reconnect, unreadable orders are read again, but no more often than this. */
const UNREADABLE_GAP_MS = 5 * 60_000

type SyncOptions = {
  readonly client: PlatformClient
  readonly ledger: Ledger
  readonly cache: OrderCache
  readonly clock: Clock
  readonly random: () => number
  readonly log: Log
  readonly intervalMs: () => number
  /** Absent: a second. */
  readonly shortestGapMs?: () => number
  readonly onPolled: (outcome: PollOutcome) => void
  readonly onOrdersChanged: (orderIds: readonly string[]) => void
  /** The form of acknowledgment in the settings, and the callback for another form that the platform accepts. */
  readonly acknowledgmentForm: () => AcknowledgmentForm
  readonly onFormFound: (form: AcknowledgmentForm) => void
  readonly onRefusing: (isRefusing: boolean) => void
  readonly onIgnoring: (isIgnoring: boolean) => void
  readonly duringOrder?: DuringOrder | undefined
}

/** The four workers between this machine and the platform. None waits for another; they share the ledger. */
export interface SyncEngine {
  readonly signal: AbortSignal
  start(): void
  stop(): Promise<void>
  /** Call after a delivery stored events: their orders are read at once. */
  eventsReceived(): void
  /** A tap was made, released or taken back. */
  tapsChanged(): void
  /** Call after the ledger was replaced or rolled back: each worker looks for work again. */
  wakeWorkers(): void
  /** Call when the network or the credentials may be back: all waiting work is tried at once. */
  checkNow(): void
  /** Tries all waiting work at once, even during `Retry-After`: staff asked for it, or a connection test passed. */
  retryNow(): void
}

/** The pages of a backlog follow each other: the next is requested once the events of one are acknowledged. */
interface Backlog {
  record(page: PolledPage): void
  /** The latest page had only new events and was full. */
  isFull(): boolean
  /** More pages may follow. */
  isBehind(): boolean
  /** The events of the latest page are acknowledged. */
  catchUp(): void
}

type PolledPage = Extract<PollOutcome, { kind: 'polled' }>

function createBacklog(): Backlog {
  let isBehind = false
  let isFull = false
  return {
    record({ mayHaveMore, mayHide }) {
      isFull = mayHaveMore
      if (mayHaveMore || mayHide) isBehind = true
    },
    isFull: () => isFull,
    isBehind: () => isBehind,
    catchUp() {
      isBehind = false
    },
  }
}

interface Workers {
  readonly poller: Poller
  readonly drain: Drain
  readonly acknowledger: Acknowledgment
  readonly reader: OrderReader
  readonly sender: OutboxSender
  readonly polling: WorkLoop
  readonly acknowledging: WorkLoop
  readonly reading: WorkLoop
  readonly sending: WorkLoop
  /** Polls `gapMs` after the previous poll, or at once if that time is over. Absent: the shortest pause. */
  pollWithin(gapMs?: number): void
}

function createWorkers(
  options: SyncOptions,
  signal: AbortSignal,
  backlog: Backlog,
  onOutcome: (outcome: PollOutcome) => void,
): Workers {
  const { client, ledger, cache, clock, random, log, intervalMs, onOrdersChanged } = options
  const { acknowledgmentForm: form, onFormFound, onRefusing, onIgnoring, shortestGapMs } = options
  const { duringOrder = unmarked } = options
  /** What every worker uses. */
  const shared = { client, ledger, clock, random, signal, log }
  const loop = (name: string, work: () => Promise<number | undefined>): WorkLoop =>
    createWorkerLoop({ name, work, clock, log })

  const poller = createPoller({ ...shared, intervalMs, shortestGapMs, onOutcome })
  const polling = loop('poller', poller.next)
  const pollWithin = (gapMs?: number): void => {
    poller.pollSoon(gapMs)
    polling.kick()
  }
  const drain = createDrain({ lastDrainedAt: poller.lastDrainedAt, pollWithin, clock, random })

  const delivered = () => deliveredIds(client, signal)
  const acknowledger = createAcknowledger({ ...shared, form, onFormFound, onRefusing, onIgnoring, delivered })
  const acknowledging = loop('acknowledger', async () => {
    // A page that comes during this run is not acknowledged by it for certain: it has woken the next run.
    const wasBehind = backlog.isBehind()
    const waitMs = await acknowledger.work()
    if (waitMs === undefined && wasBehind) {
      backlog.catchUp()
      // The regular poll fetches the next page, after the reader has caught up.
      if (!ledger.hasTooManyUnread()) pollWithin(BACKLOG_PAUSE_MS)
    }
    return waitMs
  })

  const reader = createOrderReader({
    ...shared,
    cache,
    duringOrder,
    isBacklog: backlog.isFull,
    kick: () => reading.kick(),
    onRead: (orderIds) => {
      onOrdersChanged(orderIds)
      sending.kick()
    },
  })
  const reading = loop('order-reader', reader.work)

  const sender = createOutboxSender({
    ...shared,
    kick: () => sending.kick(),
    revalidate: createRevalidation({ drain, reader, ledger, clock, signal }),
    onReadWanted: () => reading.kick(),
    onChange: (orderId) => onOrdersChanged([orderId]),
    // The platform reports the results of these taps by events.
    onBacklogSent: () => pollWithin(DRAINED_WITHIN_MS),
  })
  const sending = loop('outbox', sender.work)
  return { poller, drain, acknowledger, reader, sender, polling, acknowledging, reading, sending, pollWithin }
}

export function createSyncEngine(options: SyncOptions): SyncEngine {
  const { ledger, clock, log, onPolled } = options
  const controller = new AbortController()
  const backlog = createBacklog()
  /** When unreadable orders were last made due, in monotonic ms. */
  let unreadableDueAt = Number.NEGATIVE_INFINITY

  const onOutcome = (outcome: PollOutcome): void => {
    onPolled(outcome)
    const hasRecovered = drain.recordOutcome(outcome)
    if (outcome.kind === 'polled') {
      acknowledger.recordCameAgain(outcome.cameAgain ?? 0)
      backlog.record(outcome)
      acknowledging.kick()
      reading.kick()
      // After `recordOutcome`, because the workers that are woken here check whether polls fail.
      if (hasRecovered) {
        const wasUnreadableJustDue = clock.monotonic() - unreadableDueAt < UNREADABLE_GAP_MS
        retryWaitingCalls(wasUnreadableJustDue ? 'but-unreadable' : 'all')
      }
    } else {
      log.warn('poll-failed', { setback: outcome.setback.kind })
    }
    drain.answerWaits(outcome)
  }

  const workers = createWorkers(options, controller.signal, backlog, onOutcome)
  const { poller, drain, acknowledger, reader, sender, polling, acknowledging, reading, sending } = workers
  const loops = [polling, acknowledging, reading, sending]

  const retryWaitingCalls = (which: Parameters<Ledger['makeReadsDue']>[1]): void => {
    if (which === 'all') unreadableDueAt = clock.monotonic()
    ledger.makeReadsDue(clock.platform(), which)
    sender.retryWaiting()
    for (const loop of [reading, sending, acknowledging]) loop.kick()
  }

  const wakeWorkers = (): void => {
    for (const loop of loops) loop.kick()
  }

  return {
    signal: controller.signal,
    start: wakeWorkers,
    async stop() {
      controller.abort()
      drain.stop()
      await Promise.all(loops.map((loop) => loop.stop()))
      await Promise.all([reader.idle(), sender.idle()])
    },
    eventsReceived: () => reading.kick(),
    tapsChanged: () => sending.kick(),
    wakeWorkers,
    checkNow() {
      workers.pollWithin()
      retryWaitingCalls('all')
    },
    retryNow() {
      acknowledger.retryNow()
      reader.retryNow()
      sender.retryNow()
      poller.retryNow()
      polling.kick()
      retryWaitingCalls('all')
    },
  }
}
