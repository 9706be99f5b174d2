import type pg from 'pg'
import type { Log } from '../electron/logging/log-port.ts'
import { type Database, keepConnection } from './database/database.ts'
import { WAKE_CHANNEL, type WakeUp } from './inbound/routing.ts'

/**
 * Listens on its own connection. Wake-ups only save time: without the connection the loops find the same work at their
 * next check.
 */
export function listenForWakeUps(db: Database, log: Log, signal: AbortSignal) {
  const listeners = new Set<(kind: WakeUp) => void>()
  const wake = (kind: WakeUp): void => {
    for (const listener of listeners) listener(kind)
  }

  const listen = async (client: pg.Client): Promise<void> => {
    client.on('notification', ({ payload }) => wake(payload === 'delivery' ? 'delivery' : 'order'))
    await client.query(`LISTEN ${WAKE_CHANNEL}`)
    wake('order')
    wake('delivery')
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
    ended: keepConnection(db, signal, listen, (cause) => log.warn('wake-ups-lost', { cause })),
  }
}
