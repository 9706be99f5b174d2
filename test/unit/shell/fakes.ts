import { EventEmitter } from 'node:events'
import type { Log, LogFields } from '../../../electron/logging/log-port.ts'

export type LogLine = { readonly level: 'info' | 'warn' | 'error'; readonly event: string; readonly fields: LogFields }

/** A log that keeps its lines. */
export function createRecordingLog(): Log & { readonly lines: LogLine[]; events(): string[] } {
  const lines: LogLine[] = []
  const keep =
    (level: LogLine['level']) =>
    (event: string, fields: LogFields = {}) => {
      lines.push({ level, event, fields })
    }
  return {
    lines,
    events: () => lines.map((line) => line.event),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
  }
}

/** An event as Electron gives it to a listener that may prevent the default. */
export function preventable<T extends object>(details: T): T & { readonly prevented: boolean; preventDefault(): void } {
  let prevented = false
  return {
    ...details,
    get prevented() {
      return prevented
    },
    preventDefault() {
      prevented = true
    },
  }
}

/** An emitter which, unlike Node's, says when nobody listens: a guard that was never installed must not pass a test. */
export class StrictEmitter extends EventEmitter {
  override emit(event: string, ...args: unknown[]): boolean {
    if (this.listenerCount(event) === 0) throw new Error(`nobody listens to ${event}`)
    return super.emit(event, ...args)
  }
}
