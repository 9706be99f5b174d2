import { createRehearsal, type PlatformOptions, type RehearsalControls } from './rehearsal.ts'
import { startServer } from './server.ts'

const CLOSE_TIMEOUT_MS = 3_000

export type RehearsalOptions = PlatformOptions & {
  /** Port on 127.0.0.1. Default 0: any free port. */
  readonly port?: number
}

export type RehearsalPlatform = RehearsalControls & {
  /** Makes the platform unreachable: `refuse` (the default) stops listening, `reset` breaks each connection. */
  beginOutage(how?: 'refuse' | 'reset'): Promise<void>
  endOutage(): Promise<void>
  /** Resolves within three seconds. Open connections are closed. */
  close(): Promise<void>
}

/** Starts a complete order platform on loopback. */
export async function startRehearsalPlatform(options: RehearsalOptions = {}): Promise<RehearsalPlatform> {
  let origin = ''
  const { controls, root, exchange, dateHeader } = createRehearsal(options, () => origin)
  const server = await startServer({ port: options.port ?? 0, root, exchange, dateHeader })
  origin = server.origin
  return {
    ...controls,
    beginOutage: (how = 'refuse') => server.beginOutage(how),
    endOutage: server.endOutage,
    async close() {
      await Promise.race([server.close(), new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref())])
    },
  }
}
