import { type DeskOptions, type RehearsalDesk, setUpRehearsal } from '../../electron/rehearsal/desk.ts'
import type { LedgerEntry } from '../../electron/rehearsal/request-ledger.ts'
import type { PlatformRequest } from '../../electron/rehearsal/requests.ts'
import { startServer } from '../../electron/rehearsal/server.ts'

/** What is told of every request, in the very moment: nothing else of the platform happens before these return. */
export type PlatformWatch = {
  /** It has arrived; the platform has done nothing about it yet. */
  readonly onArrival?: (request: PlatformRequest) => void
  /** Its answer is about to leave. */
  readonly onAnswer?: (entry: LedgerEntry) => void
}

export type WatchedPlatform = RehearsalDesk & {
  /** Whoever watches now, in place of whoever did. */
  watch(next: PlatformWatch): void
  close(): Promise<void>
}

/** The practice platform over HTTP on loopback, with somebody at the door. */
export async function startWatchedPlatform(options: DeskOptions = {}): Promise<WatchedPlatform> {
  let origin = ''
  let watch: PlatformWatch = {}
  const { desk, root, exchange, dateHeader } = setUpRehearsal(options, () => origin)
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
  // `desk` reads its address when it is asked for it, so it is not copied but extended.
  return Object.assign(desk, {
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
