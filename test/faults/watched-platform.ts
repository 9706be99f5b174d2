import { type DeskOptions, type RehearsalDesk, setUpRehearsal } from '../../electron/rehearsal/desk.ts'
import type { LedgerEntry } from '../../electron/rehearsal/request-record.ts'
import type { PlatformRequest } from '../../electron/rehearsal/requests.ts'
import { startServer } from '../../electron/rehearsal/server.ts'
import { createWitness, type WitnessedDesk, withWitness } from '../fixtures/rehearsal/witness.ts'

/** Called synchronously for every request: the platform does nothing else before these return. */
export type PlatformWatch = {
  /** It has arrived; the platform has done nothing about it yet. */
  readonly onArrival?: (request: PlatformRequest) => void
  /** Its answer is about to leave. */
  readonly onAnswer?: (entry: LedgerEntry) => void
}

export type WatchedPlatform = RehearsalDesk &
  WitnessedDesk & {
    /** Replaces the watch. */
    watch(next: PlatformWatch): void
    close(): Promise<void>
  }

/** The practice platform over HTTP on loopback; each request and each answer is reported to a watch. */
export async function startWatchedPlatform(options: DeskOptions = {}): Promise<WatchedPlatform> {
  let origin = ''
  let watch: PlatformWatch = {}
  const { ledger, witness } = createWitness(options.now)
  const { desk, root, exchange, dateHeader } = setUpRehearsal({ ...options, witness }, () => origin)
  const server = await startServer({
    port: 0,
    root,
    dateHeader,
    exchange: (request) => {
      watch.onArrival?.(request)
      const outcome = exchange(request)
      return {
        ...outcome,
        finish: (how) => {
          outcome.finish(how)
          if (how === undefined) watch.onAnswer?.(outcome.entry)
        },
      }
    },
  })
  origin = server.origin
  // The address of `desk` is a getter, so the object is extended, not copied.
  return Object.assign(withWitness(desk, ledger), {
    watch: (next: PlatformWatch) => {
      watch = next
    },
    close: server.close,
  })
}

/** The events that a request to acknowledge is about, in the dialect of the v2 interface. */
export function acknowledgedIds({ route, body }: PlatformRequest): readonly string[] {
  if (route !== 'acknowledgment' || body.kind !== 'json') return []
  const { value } = body
  const ids = typeof value === 'object' && value !== null && 'eventIds' in value ? value.eventIds : undefined
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
