import { EventEmitter } from 'node:events'
import { createMemoryLog } from '../../fixtures/memory-log.ts'

/** A log that keeps its lines and returns the names of its events. */
export function createRecordingLog() {
  const log = createMemoryLog()
  return { ...log, events: () => log.lines.map((line) => line.event) }
}

/** An event as Electron passes it to a listener that may prevent the default. */
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

/** An emitter that throws when an event has no listener, so that a test fails when a guard was not installed. */
export class StrictEmitter extends EventEmitter {
  override emit(event: string, ...args: unknown[]): boolean {
    if (this.listenerCount(event) === 0) throw new Error(`no listener for ${event}`)
    return super.emit(event, ...args)
  }
}
