import { type ControlDoor, openControlDoor } from './control.ts'
import { type ControlledPlatform, controlCommands } from './control-commands.ts'
import { type DeskOptions, setUpRehearsal } from './desk.ts'
import { startServer } from './server.ts'

/** Longest wait for the server to close before it is left to itself. */
const CLOSE_WITHIN_MS = 3_000

export type RehearsalOptions = DeskOptions & {
  /** Default 0: any free port on 127.0.0.1. */
  readonly port?: number
  /** Opens a door for other processes. */
  readonly control?: boolean
}

export type RehearsalPlatform = ControlledPlatform & {
  /** Only when asked for in the options. */
  readonly control: Omit<ControlDoor, 'close'> | undefined
  /** Ends within three seconds; open connections are broken. */
  close(): Promise<void>
}

/** Starts a complete order platform on loopback. */
export async function startRehearsalPlatform(options: RehearsalOptions = {}): Promise<RehearsalPlatform> {
  let origin = ''
  const { desk, root, exchange, dateHeader } = setUpRehearsal(options, () => origin)
  const server = await startServer({ port: options.port ?? 0, root, exchange, dateHeader })
  origin = server.origin
  const platform = {
    ...desk,
    beginOutage: (how: 'refuse' | 'reset' = 'refuse') => server.beginOutage(how),
    endOutage: server.endOutage,
  }
  const control = options.control === true ? await openControlDoor(controlCommands(platform)) : undefined
  return {
    ...platform,
    control: control === undefined ? undefined : { url: control.url, token: control.token },
    async close() {
      const closed = Promise.all([server.close(), control?.close()])
      await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, CLOSE_WITHIN_MS).unref())])
    },
  }
}
