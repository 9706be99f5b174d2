import type { CallResult } from '../../shared/contract/contract.ts'
import type { OrderAction } from '../../shared/order/lifecycle.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import type { Freshness } from '../../shared/time/freshness.ts'
import type { Log } from '../logging/log-port.ts'
import type { PollAnswer } from '../platform/answers.ts'
import type { Conduct } from '../platform/dialects/dialects.ts'
import type { Ledger, OrderCache } from '../storage/ports.ts'
import type { Clock } from '../sync/clock.ts'
import type { SyncEngine } from '../sync/engine.ts'
import { createSyncEngine } from '../sync/engine.ts'
import type { PollOutcome } from '../sync/poller.ts'
import { receivePage } from '../sync/receive-page.ts'
import { createBoardFreshness } from './board-freshness.ts'
import type { CoreParts } from './core-parts.ts'
import { watchDeclaration } from './platform-declaration.ts'
import { createPollRecord, recordingPollTimes } from './poll-record.ts'
import type { StoredSettings } from './settings-source.ts'

/** A webhook delivery that is under way arrives within seconds (docs/protocol.md, "Webhook"). */
const DELIVERY_GRACE_MS = 5_000

/**
 * For a platform that cannot be polled: checks that it answers. The check waits for deliveries under way, so its success
 * means the same as an empty page. When deliveries stop, polls begin again.
 */
async function checkInsteadOfPoll(
  clock: Pick<Clock, 'setTimer'>,
  check: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<PollAnswer> {
  await new Promise<void>((resolve) => {
    // The signal exists as long as the program, so each check removes its listener.
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.setTimer(DELIVERY_GRACE_MS, end)
    signal.addEventListener('abort', end)
  })
  return (await check()) ? { kind: 'events', events: [] } : { kind: 'unavailable', cause: 'network' }
}

/** Shops that lost the same network must not all return in the same second. */
const RETURN_SPREAD_MS = 5_000

/** Reports that the operating system reports a network again, after a random delay of a few seconds. */
export function watchNetwork(parts: {
  readonly isOnline: () => boolean
  readonly clock: Pick<Clock, 'setTimer'>
  readonly random: () => number
  readonly onReturn: () => void
}) {
  const { isOnline, clock, random, onReturn } = parts
  let wasOnline = isOnline()
  let cancel: (() => void) | undefined
  return {
    /**
     * Whether the operating system reports a network. Call often: Electron offers no event, so a reconnect is only
     * noticed if a call was made while the machine was offline.
     */
    isOnline(): boolean {
      const online = isOnline()
      if (online && !wasOnline) {
        cancel?.()
        cancel = clock.setTimer(random() * RETURN_SPREAD_MS, onReturn)
      }
      wasOnline = online
      return online
    },
    stop: (): void => cancel?.(),
  }
}

/** Slowest polling. Polls keep the store open and bring the events that no delivery brought. */
const SLOW_POLL_MS = 60_000
/** Deliveries count as working for this time after a delivery that brought something new. */
const WORKING_MS = 10 * 60_000

/**
 * Events that the platform sends by webhook. They go into the same inbox as polled events, and polling goes on:
 *
 *     not working ──a delivery brings something new──▶ working: polls once a minute, or checks instead (`isPollingOff`)
 *         ▲                                               │
 *         └── ten minutes without, or a poll finds an event that no delivery brought
 */
export function createDeliveries(parts: {
  readonly ledger: Pick<Ledger, 'receiveEvents'>
  readonly clock: Pick<Clock, 'platform' | 'monotonic'>
  readonly log: Log
  /** Called once new events are durable. */
  readonly onReceived: (freshOrderIds: readonly string[]) => void
}) {
  const { ledger, clock, log, onReceived } = parts
  let lastFreshAt: number | undefined

  /** The events are durable. When the board cannot be updated, the platform still need not send them again. */
  const announce = (freshOrderIds: readonly string[]): void => {
    try {
      onReceived(freshOrderIds)
    } catch (error) {
      log.error('delivery-not-shown', { error: messageOf(error) })
    }
  }

  const areWorking = (): boolean => lastFreshAt !== undefined && clock.monotonic() - lastFreshAt < WORKING_MS

  return {
    /**
     * Makes the events of one genuine delivery durable. Duplicates, of polling too, have no effect. `storage`: nothing
     * was stored, and the platform must get an error.
     */
    receive(events: readonly unknown[]): CallResult<{ readonly freshEvents: number }> {
      try {
        const { freshEvents, freshOrderIds } = receivePage(ledger, events, 'webhook', clock.platform())
        // A replay brings nothing new, so it does not slow down polling.
        if (freshOrderIds.length > 0) lastFreshAt = clock.monotonic()
        if (freshEvents > 0 || freshOrderIds.length > 0) announce(freshOrderIds)
        return ok({ freshEvents })
      } catch (error) {
        const message = messageOf(error)
        log.error('storage-refused', { error: message })
        return fail('storage', message)
      }
    },
    /** Call when a poll found events that no delivery had brought: deliveries fail for some events at least. */
    recordMissed(): void {
      lastFreshAt = undefined
    },
    /** True when the latest delivery that brought something new is recent and no poll has found a missed event since. */
    areWorking,
    /** The poll interval (ms): `chosenMs` of the settings, or longer while deliveries bring the events. */
    pollIntervalMs: (chosenMs: number): number => (areWorking() ? Math.max(chosenMs, SLOW_POLL_MS) : chosenMs),
  }
}

const SECOND_MS = 1_000
const UNLIMITED: Conduct = { pollFloorSeconds: 0, pollMostSeconds: Number.POSITIVE_INFINITY }

type PlatformLinkParts = Pick<
  CoreParts,
  'ledger' | 'client' | 'clock' | 'random' | 'log' | 'isOnline' | 'readDeclaration' | 'stuck' | 'conduct'
> & {
  readonly cache: OrderCache
  readonly settings: StoredSettings
  readonly clockLog: { record(): void }
  /** Called when events of these orders were stored. */
  readonly onEvents: (orderIds: readonly string[]) => void
  /** Called when these orders were read, or a tap on them changed. */
  readonly onOrdersChanged: (orderIds: readonly string[]) => void
  /** Called after each poll, also a failed one: the age of the board has changed. */
  readonly onFreshness: () => void
  /** Called after each successful poll, once its events are stored. */
  readonly onPolled: () => void
  /** Called when the platform declared other actions than before. */
  readonly onDeclared: () => void
  readonly onAcknowledgmentsRefused: (isRefusing: boolean) => void
  readonly onAcknowledgmentsIgnored: (isIgnoring: boolean) => void
}

/**
 * Everything between the core and the platform: polls, deliveries, the four workers, and how current the board is.
 *
 *     offline ──the system reports a network──▶ waits up to 5 s ──▶ all waiting work is tried
 *     online ──a call is answered with `Retry-After`──▶ calls of this kind wait ──▶ online
 *        ▲                                                │
 *        └── `retryNow`: staff, or a connection test ◀────┘
 */
export interface PlatformLink {
  readonly engine: SyncEngine
  readonly boardFreshness: {
    recordPoll(outcome: PollOutcome): void
    freshness(): Freshness
    isCurrent: () => boolean
  }
  isOnline(): boolean
  isUnsupported(action: OrderAction): boolean
  receiveDelivery(events: readonly unknown[]): CallResult<{ readonly freshEvents: number }>
  /** Tries everything again at once: staff asked for it, or a connection test passed. */
  retryNow(): void
  stop(): Promise<void>
}

/**
 * Sorts the orders of one page as the ledger sorts orders of one instant, so that a restart shows the same sequence.
 */
const inLedgerOrder = (orderIds: readonly string[]): readonly string[] => [...orderIds].sort()

export function createPlatformLink(parts: PlatformLinkParts): PlatformLink {
  const { ledger, client, clock, random, log, settings, conduct = () => UNLIMITED } = parts
  const intervalMs = () => {
    const { pollFloorSeconds, pollMostSeconds } = conduct()
    const chosenMs = Math.max(settings.now().pollIntervalSeconds, pollFloorSeconds) * SECOND_MS
    return Math.min(deliveries.pollIntervalMs(chosenMs), pollMostSeconds * SECOND_MS)
  }
  const network = watchNetwork({ isOnline: parts.isOnline, clock, random, onReturn: () => engine.checkNow() })
  const boardFreshness = createBoardFreshness({
    clock,
    intervalMs,
    isOnline: network.isOnline,
    lastPollAt: ledger.facts.lastPollAt.get(),
    storageFailure: () => ledger.failure(),
  })
  const declared = watchDeclaration({ read: parts.readDeclaration, clock, log, onChanged: parts.onDeclared })
  const polls = createPollRecord(ledger)
  const recordPollTime = recordingPollTimes({ polls, clockLog: parts.clockLog, clock, log })

  const onPolled = (outcome: PollOutcome): void => {
    boardFreshness.recordPoll(recordPollTime(outcome))
    if (outcome.kind === 'polled') {
      if (outcome.freshEvents > 0) deliveries.recordMissed()
      parts.onEvents([...inLedgerOrder(outcome.freshOrderIds), ...outcome.droppedOrderIds])
    }
    parts.onFreshness()
    const isRefused = outcome.kind === 'failed' && outcome.setback.kind === 'refused'
    if (outcome.kind === 'polled' || isRefused) declared.startAfterContact()
    if (outcome.kind === 'polled') parts.onPolled()
  }

  const deliveries = createDeliveries({
    ledger,
    clock,
    log,
    onReceived: (freshOrderIds) => {
      engine.eventsReceived()
      parts.onEvents(inLedgerOrder(freshOrderIds))
      declared.startAfterContact()
    },
  })

  const isPollingOff = (): boolean => !declared.supportsPolling() && deliveries.areWorking()
  const engine = createSyncEngine({
    ...parts,
    duringOrder: parts.stuck?.during,
    client: {
      ...client,
      poll: (signal) => (isPollingOff() ? checkInsteadOfPoll(clock, declared.check, signal) : client.poll(signal)),
    },
    intervalMs,
    shortestGapMs: () => conduct().pollFloorSeconds * SECOND_MS,
    onPolled,
    onOrdersChanged: (orderIds) => parts.onOrdersChanged(inLedgerOrder(orderIds)),
    acknowledgmentForm: () => conduct().onlyForm ?? settings.now().dialect.acknowledgment,
    onFormFound(acknowledgment) {
      settings.change({ dialect: { acknowledgment } })
      parts.onFreshness()
    },
    onRefusing: parts.onAcknowledgmentsRefused,
    onIgnoring: parts.onAcknowledgmentsIgnored,
  })

  return {
    engine,
    boardFreshness,
    isOnline: network.isOnline,
    isUnsupported: declared.isUnsupported,
    receiveDelivery: deliveries.receive,
    retryNow() {
      declared.restart()
      engine.retryNow()
    },
    async stop() {
      network.stop()
      declared.stop()
      await engine.stop()
      try {
        polls.end()
      } catch (error) {
        log.error('storage-refused', { error: messageOf(error) })
      }
    },
  }
}
