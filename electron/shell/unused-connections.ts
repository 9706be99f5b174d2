import type { Session } from 'electron'

/** Opens an in-memory session of this name that no page uses. */
export type SessionOpener = (name: string) => Session

/** Calls its function with a session in which no connection is open. */
type OnUnusedConnection = <T>(signal: AbortSignal, call: (session: Session) => Promise<T>) => Promise<T>

/**
 * SECURITY: unused-connections (docs/security.md). Chromium sends a request a second time, a POST too, when a connection
 * that was used before ends before the first byte of the answer (`HttpNetworkTransaction::ShouldResendRequest`); the
 * platform may have executed the first one. A new connection has no such repetition. Electron has no option for this, so
 * each POST has a session to itself, whose connections are closed before. `closeAllConnections` fails the requests that
 * are under way: two calls never share a session. There are as many sessions as calls were under way at once.
 */
export function createUnusedConnections(openSession: SessionOpener): OnUnusedConnection {
  const free: Session[] = []
  let opened = 0
  return async (signal, call) => {
    const session = free.pop() ?? openSession(`calls-${opened++}`)
    try {
      // It stays without an answer when Chromium's network process ends at this moment.
      await Promise.race([session.closeAllConnections(), aborted(signal)])
      return await call(session)
    } finally {
      free.push(session)
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
