import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import type { RelayConfig } from '../config/relay-config.ts'

/** The switches of the unit and the compose file, which limit the heap. */
const RELAY_SWITCHES = ['--max-old-space-size=128', '--max-semi-space-size=4'] as const

/** A port that is free at the moment of the call. */
export async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('a port was expected')
  return address.port
}

/** The environment variables with the secrets of the program. */
export function environmentOf(config: RelayConfig): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    COMANDA_RELAY_DATABASE_URL: config.databaseUrl,
    COMANDA_RELAY_KEY: config.masterKey,
    COMANDA_RELAY_OPERATOR_PASSWORD: config.operatorPassword,
  }
  for (const { name, apiUrl, clientId, clientSecret } of config.upstreams) {
    const prefix = `COMANDA_UPSTREAM_${name.toUpperCase().replaceAll('-', '_')}`
    environment[`${prefix}_API_URL`] = apiUrl
    environment[`${prefix}_CLIENT_ID`] = clientId
    environment[`${prefix}_CLIENT_SECRET`] = clientSecret
  }
  return environment
}

/** Writes the configuration file, without the secrets. */
export function writeConfig(file: string, config: RelayConfig): void {
  const { databaseUrl: _url, masterKey: _key, operatorPassword: _password, upstreams, ...rest } = config
  const open = upstreams.map(({ apiUrl: _api, clientId: _id, clientSecret: _secret, ...upstream }) => upstream)
  writeFileSync(file, JSON.stringify({ ...rest, upstreams: open }))
}

export type RelayProgram = AsyncDisposable & {
  /** The process id; 0 when it does not run. */
  readonly pid: () => number
  /** Lines of its log. */
  readonly log: string[]
  start(): Promise<void>
  kill(): Promise<void>
  /** Sends SIGTERM. Resolves with the exit code. */
  stop(): Promise<number | null>
}

/** The relay in a separate process. */
export function relayProgram(file: string, environment: NodeJS.ProcessEnv): RelayProgram {
  let child: ChildProcess | undefined
  const log: string[] = []
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const ending = child
    child = undefined
    if (ending === undefined || ending.exitCode !== null || ending.signalCode !== null) return ending?.exitCode ?? null
    // Its log is complete.
    const ended = once(ending, 'close')
    ending.kill(signal)
    const [code] = await ended
    return code
  }
  return {
    pid: () => (child?.exitCode === null && child.signalCode === null ? (child.pid ?? 0) : 0),
    log,
    async start() {
      const started = spawn(process.execPath, [...RELAY_SWITCHES, inject('relayProgram'), '--config', file], {
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      const ready = Promise.withResolvers<boolean>()
      const note = (line: string): void => {
        log.push(line)
        if (line.includes('"relay-started"')) ready.resolve(true)
      }
      createInterface({ input: started.stdout }).on('line', note)
      createInterface({ input: started.stderr }).on('line', note)
      started.once('exit', () => ready.resolve(false))
      await ready.promise
    },
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    async [Symbol.asyncDispose]() {
      await end('SIGKILL')
    },
  }
}
