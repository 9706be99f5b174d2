import type pg from 'pg'
import type { Log } from '../electron/logging/log-port.ts'
import { causeOf, type Database } from './database/database.ts'
import { WAKE_CHANNEL, type WakeUp } from './inbound/routing.ts'
import { pause } from './relay-clock.ts'

const RECONNECT_MS = 1_000

/**
 * Listens on its own connection. Wake-ups only save time: without the connection the loops find the same work at their
 * next check.
 */
export function listenForWakeUps(db: Database, log: Log, signal: AbortSignal) {
  const listeners = new Set<(kind: WakeUp) => void>()
  const wake = (kind: WakeUp): void => {
    for (const listener of listeners) listener(kind)
  }

  const listenOnce = async (): Promise<void> => {
    const lost = Promise.withResolvers<void>()
    const onAbort = (): void => lost.resolve()
    let client: pg.Client | undefined
    try {
      client = await db.connect()
      client.on('error', () => lost.resolve())
      client.on('end', () => lost.resolve())
      client.on('notification', ({ payload }) => wake(payload === 'delivery' ? 'delivery' : 'order'))
      await client.query(`LISTEN ${WAKE_CHANNEL}`)
      wake('order')
      wake('delivery')
      signal.addEventListener('abort', onAbort, { once: true })
      if (!signal.aborted) await lost.promise
    } catch (error) {
      log.warn('wake-ups-lost', { cause: causeOf(error) })
    }
    signal.removeEventListener('abort', onAbort)
    await client?.end().catch(() => undefined)
  }

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await listenOnce()
      await pause(RECONNECT_MS, signal)
    }
  }

  return {
    /**
     * Calls `listener` at every wake-up, and once for each kind after the connection was opened: wake-ups may have been
     * missed. Returns the function that removes the listener.
     */
    on(listener: (kind: WakeUp) => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ended: run(),
  }
}
