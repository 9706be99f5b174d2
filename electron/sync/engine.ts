import type { Log } from '../logging/log-port.ts'
import type { PlatformClient } from '../platform/answers.ts'
import type { Ledger, OrderCache, Tap } from '../storage/ports.ts'
import { createAcknowledger } from './acknowledger.ts'
import type { AcknowledgmentForm } from './acknowledgment-forms.ts'
import type { Clock } from './clock.ts'
import { createOrderReader } from './order-reader.ts'
import { ATTEMPT_OVER_MS, createOutboxSender } from './outbox-sender.ts'
import { createPoller, type PollOutcome } from './poller.ts'
import { createWorkerLoop } from './worker-loop.ts'

/** A poll that began less than this ago is recent enough to say that the platform's events are drained. */
const DRAINED_WITHIN_MS = 5_000
/** Between two pages of a backlog: windows and taps are served, and reading keeps up. */
const BACKLOG_PAUSE_MS = 200
/** While taps wait for a platform that does not answer, it is asked this often, plus as much again by chance. */
const PROBE_GAP_MS = 6_000
/** A line that comes and goes has what could not be read looked at again no more often than this. */
const LOOK_AGAIN_GAP_MS = 5 * 60_000

export type EngineParts = {
  readonly client: PlatformClient
  readonly ledger: Ledger
  readonly cache: OrderCache
  readonly clock: Clock
  readonly random: () => number
  readonly log: Log
  readonly intervalMs: () => number
  readonly onPolled: (outcome: PollOutcome) => void
  readonly onOrdersChanged: (orderIds: readonly string[]) => void
  /** The form of acknowledgment that the settings name, and the other one that the platform turned out to take. */
  readonly acknowledgmentForm: () => AcknowledgmentForm
  readonly onFormFound: (form: AcknowledgmentForm) => void
  readonly onRefusing: (isRefusing: boolean) => void
}

/** The four workers between this machine and the platform. None waits for another; the ledger is what they share. */
export type SyncEngine = {
  readonly signal: AbortSignal
  start(): void
  stop(): Promise<void>
  /** Events became durable that no poll brought: their orders are read at once. */
  eventsReceived(): void
  /** A tap was made, released or taken back. */
  tapsChanged(): void
  /** The ledger is not as it was: each worker looks for what there is to do. */
  workAgain(): void
  /** The network or the credentials may be back: everything that waits is tried at once. */
  checkNow(): void
  /** Staff, or a connection test that passed: everything is tried at once, whatever the platform asked to wait. */
  retryNow(): void
}

export function createSyncEngine(parts: EngineParts): SyncEngine {
  const { client, ledger, cache, clock, random, log, intervalMs, onPolled, onOrdersChanged } = parts
  const controller = new AbortController()
  const { signal } = controller
  let isFailing = false
  /** Asking more often helps where the line or the platform fails, not where somebody has to mend the credentials. */
  let mayProbe = false
  /** A page came behind which there may be more; asked for once its events are acknowledged, or it would come again. */
  let isBehind = false
  /** When what could not be read was last made due, in monotonic ms. */
  let lookedAgainAt = Number.NEGATIVE_INFINITY
  let drainWaiters: ((isDrained: boolean) => void)[] = []

  const onOutcome = (outcome: PollOutcome): void => {
    onPolled(outcome)
    const isPolled = outcome.kind === 'polled'
    const hasRecovered = isPolled && isFailing
    isFailing = !isPolled
    mayProbe = outcome.kind === 'failed' && outcome.setback.kind === 'unavailable'
    if (outcome.kind === 'polled') {
      if (outcome.mayHaveMore) isBehind = true
      acknowledging.kick()
      reading.kick()
      // The workers woken here check whether polls fail.
      if (hasRecovered)
        retryWaitingCalls(clock.monotonic() - lookedAgainAt < LOOK_AGAIN_GAP_MS ? 'but-unreadable' : 'all')
    } else {
      log.warn('poll-failed', { setback: outcome.setback.kind })
    }
    if (isPolled && outcome.mayHaveMore) return
    const waiting = drainWaiters
    drainWaiters = []
    for (const resolve of waiting) resolve(isPolled)
  }

  const poller = createPoller({ client, ledger, clock, random, signal, intervalMs, onOutcome })
  const polling = createWorkerLoop({ name: 'poller', work: poller.next, clock, log })
  const acknowledge = createAcknowledger({
    ledger,
    client,
    clock,
    random,
    signal,
    log,
    form: parts.acknowledgmentForm,
    onFormFound: parts.onFormFound,
    onRefusing: parts.onRefusing,
  })
  const acknowledging = createWorkerLoop({
    name: 'acknowledger',
    async work() {
      const waitMs = await acknowledge.work()
      if (waitMs === undefined && isBehind) {
        isBehind = false
        // The regular poll fetches the next page: by then the reader has caught up.
        if (!ledger.hasTooManyUnread()) pollWithin(BACKLOG_PAUSE_MS)
      }
      return waitMs
    },
    clock,
    log,
  })
  const reader = createOrderReader({
    client,
    ledger,
    cache,
    clock,
    random,
    signal,
    log,
    kick: () => reading.kick(),
    onRead: (orderIds) => {
      onOrdersChanged(orderIds)
      sending.kick()
    },
  })
  const reading = createWorkerLoop({ name: 'order-reader', work: reader.work, clock, log })

  /** Polls `gapMs` after the poll before, or at once if that is over. */
  function pollWithin(gapMs: number): void {
    poller.pollSoon(gapMs)
    polling.kick()
  }

  /**
   * Whether the platform's events are drained, by a poll that began at `notBefore` (monotonic ms) or later; while polls
   * fail, the next one that succeeds wakes everything itself.
   */
  const drain = async (notBefore: number): Promise<boolean> => {
    for (let hasWaited = false; ; hasWaited = true) {
      if (isFailing) {
        if (mayProbe) pollWithin(PROBE_GAP_MS * (1 + random()))
        return false
      }
      const beganAt = poller.lastDrainedAt()
      const isRecent = beganAt !== undefined && (hasWaited || clock.monotonic() - beganAt < DRAINED_WITHIN_MS)
      if (isRecent && beganAt >= notBefore) return true
      const isDrained = await new Promise<boolean>((resolve) => {
        drainWaiters.push(resolve)
        poller.pollSoon()
        polling.kick()
      })
      if (!isDrained) return false
    }
  }

  /**
   * A move may be repeated; a request to cancel must not be, if an event tells that the attempt before has come. One that
   * was asked for before that attempt was over may have overtaken it.
   */
  const drainedSince = ({ action, attempts }: Tap): number =>
    action === 'requestCancellation' && attempts > 0 ? clock.monotonic() : Number.NEGATIVE_INFINITY

  const sender = createOutboxSender({
    client,
    ledger,
    clock,
    random,
    signal,
    log,
    kick: () => sending.kick(),
    async revalidate(tap) {
      const { orderId, lastAttemptAt = 0 } = tap
      if (!(await drain(drainedSince(tap))) || signal.aborted) return 'undrained'
      // An attempt whose outcome is unknown needs a read that began after it; without one, a recent read will do.
      if (clock.platform() - lastAttemptAt < ATTEMPT_OVER_MS)
        return (await reader.readNow(orderId)) ? 'fresh' : 'unread'
      const { lastReadAt = 0 } = ledger.order(orderId) ?? {}
      const sinceRead = clock.platform() - lastReadAt
      // A read that lies ahead is of before a step of the clock.
      if (sinceRead >= 0 && sinceRead < DRAINED_WITHIN_MS) return 'fresh'
      return (await (reader.readUnderWay(orderId) ?? reader.readNow(orderId))) ? 'fresh' : 'unread'
    },
    onReadWanted: () => reading.kick(),
    onChange: (orderId) => onOrdersChanged([orderId]),
    // What the platform made of so many taps at once it tells by events.
    onDrained: () => pollWithin(DRAINED_WITHIN_MS),
  })
  const sending = createWorkerLoop({ name: 'outbox', work: sender.work, clock, log })

  function retryWaitingCalls(which: Parameters<Ledger['makeReadsDue']>[1]): void {
    if (which === 'all') lookedAgainAt = clock.monotonic()
    ledger.makeReadsDue(clock.platform(), which)
    sender.retryWaiting()
    reading.kick()
    sending.kick()
    acknowledging.kick()
  }

  const workAgain = (): void => {
    for (const loop of [polling, acknowledging, reading, sending]) loop.kick()
  }

  return {
    signal,
    start: workAgain,
    async stop() {
      controller.abort()
      for (const resolve of drainWaiters) resolve(false)
      await Promise.all([polling.stop(), acknowledging.stop(), reading.stop(), sending.stop()])
      await Promise.all([reader.idle(), sender.idle()])
    },
    eventsReceived: () => reading.kick(),
    tapsChanged: () => sending.kick(),
    workAgain,
    checkNow() {
      poller.pollSoon()
      polling.kick()
      retryWaitingCalls('all')
    },
    retryNow() {
      acknowledge.retryNow()
      reader.retryNow()
      sender.retryNow()
      poller.retryNow()
      polling.kick()
      retryWaitingCalls('all')
    },
  }
}
