import { createPlatform, type PlatformControls, type PlatformOptions } from '../fixtures/platform/platform.ts'
import { createRecorder, type RecordedControls, withRecorder } from '../fixtures/platform/recorder.ts'
import type { RequestRecord } from '../fixtures/platform/request-record.ts'
import type { PlatformRequest } from '../fixtures/platform/requests.ts'
import { startServer } from '../fixtures/platform/server.ts'

/** Called synchronously for every request. The platform continues only after they return. */
export type PlatformWatch = {
  /** A request has arrived. The platform has not processed it yet. */
  readonly onArrival?: (request: PlatformRequest) => void
  /** Its answer is about to be sent. */
  readonly onAnswer?: (entry: RequestRecord) => void
}

export type WatchedPlatform = PlatformControls &
  RecordedControls & {
    /** Replaces the watch. */
    watch(next: PlatformWatch): void
    close(): Promise<void>
  }

/** The practice platform over HTTP on loopback; each request and each answer is reported to a watch. */
export async function startWatchedPlatform(options: PlatformOptions = {}): Promise<WatchedPlatform> {
  let origin = ''
  let watch: PlatformWatch = {}
  const { requestLog, recorder } = createRecorder(options.now)
  const { controls, root, exchange, dateHeader } = createPlatform(options, recorder, () => origin)
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
  // The address of `controls` is a getter, so the object is extended, not copied.
  return Object.assign(withRecorder(controls, requestLog), {
    watch: (next: PlatformWatch) => {
      watch = next
    },
    close: server.close,
  })
}

/** The event ids in an acknowledgment request of the v2 interface; empty for other requests. */
export function acknowledgedIds({ route, body }: PlatformRequest): readonly string[] {
  if (route !== 'acknowledgment' || body.kind !== 'json') return []
  const { value } = body
  const ids = typeof value === 'object' && value !== null && 'eventIds' in value ? value.eventIds : undefined
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
