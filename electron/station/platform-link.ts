import { messageOf } from '../../shared/result.ts'
import type { OrderCache } from '../storage/ports.ts'
import { createSyncEngine, type SyncEngine } from '../sync/engine.ts'
import type { PollOutcome } from '../sync/poller.ts'
import { type BoardFreshness, createBoardFreshness } from './board-freshness.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { watchNetwork } from './network-watch.ts'
import { type DeclarationWatch, watchDeclaration } from './platform-declaration.ts'
import { pollOrCheck } from './poll-or-check.ts'
import { createPollRecord, recordingPollTimes } from './poll-record.ts'
import { createRetryAfterMemory } from './retry-after-memory.ts'
import type { StoredSettings } from './settings-source.ts'
import type { StationParts } from './station-port.ts'

const SECOND_MS = 1_000

type PlatformLinkParts = Pick<
  StationParts,
  'ledger' | 'client' | 'clock' | 'random' | 'log' | 'isOnline' | 'readDeclaration'
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
}

/** Everything between the station and the platform: polls, deliveries, the four workers, and how current the board is. */
export type PlatformLink = {
  readonly engine: SyncEngine
  readonly boardFreshness: BoardFreshness
  readonly isOnline: () => boolean
  readonly isUnsupported: DeclarationWatch['isUnsupported']
  readonly receiveDelivery: Deliveries['receive']
  /** Tries everything again at once: staff asked for it, or a connection test passed. */
  retryNow(): void
  stop(): Promise<void>
}

/**
 * Sorts the orders of one page as the ledger sorts orders of one instant, so that a restart shows the same sequence.
 */
const inLedgerOrder = (orderIds: readonly string[]): readonly string[] => [...orderIds].sort()

export function createPlatformLink(parts: PlatformLinkParts): PlatformLink {
  const { ledger, client, clock, random, log, settings } = parts
  const intervalMs = () => deliveries.pollIntervalMs(settings.now().pollIntervalSeconds * SECOND_MS)
  const network = watchNetwork({ isOnline: parts.isOnline, clock, random, onReturn: () => engine.checkNow() })
  const boardFreshness = createBoardFreshness({
    clock,
    intervalMs,
    isOnline: network.isOnline,
    lastPollAt: ledger.facts.lastPollAt.get(),
    hasStorageFailed: () => ledger.hasFailed(),
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

  const { forget: forgetRetryAfter, ...calls } = createRetryAfterMemory({ client, ledger, clock, log })
  const poll = pollOrCheck({
    client: calls,
    isPollingOff: () => !declared.supportsPolling() && deliveries.areWorking(),
    check: declared.check,
    clock,
  })
  const engine = createSyncEngine({
    client: { ...client, ...calls, poll },
    ledger,
    cache: parts.cache,
    clock,
    random,
    log,
    intervalMs,
    onPolled,
    onOrdersChanged: (orderIds) => parts.onOrdersChanged(inLedgerOrder(orderIds)),
    acknowledgmentForm: () => settings.now().dialect.acknowledgment,
    onFormFound(acknowledgment) {
      settings.change({ dialect: { acknowledgment } })
      parts.onFreshness()
    },
    onRefusing: parts.onAcknowledgmentsRefused,
  })

  return {
    engine,
    boardFreshness,
    isOnline: network.isOnline,
    isUnsupported: declared.isUnsupported,
    receiveDelivery: deliveries.receive,
    retryNow() {
      declared.restart()
      forgetRetryAfter()
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
