import { type DeskOptions, type RehearsalDesk, setUpRehearsal } from './desk.ts'
import { startServer } from './server.ts'

/** Longest wait for the server to close. */
const CLOSE_WITHIN_MS = 3_000

export type RehearsalOptions = DeskOptions & {
  /** Default 0: any free port on 127.0.0.1. */
  readonly port?: number
}

export type RehearsalPlatform = RehearsalDesk & {
  /** The platform cannot be reached any more: `refuse` (the default) stops listening, `reset` breaks each connection. */
  beginOutage(how?: 'refuse' | 'reset'): Promise<void>
  endOutage(): Promise<void>
  /** Ends within three seconds; open connections are broken. */
  close(): Promise<void>
}

/** Starts a complete order platform on loopback. */
export async function startRehearsalPlatform(options: RehearsalOptions = {}): Promise<RehearsalPlatform> {
  let origin = ''
  const { desk, root, exchange, dateHeader } = setUpRehearsal(options, () => origin)
  const server = await startServer({ port: options.port ?? 0, root, exchange, dateHeader })
  origin = server.origin
  return {
    ...desk,
    beginOutage: (how = 'refuse') => server.beginOutage(how),
    endOutage: server.endOutage,
    async close() {
      await Promise.race([server.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref())])
    },
  }
}
