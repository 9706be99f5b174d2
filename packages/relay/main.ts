import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { isMainThread } from 'node:worker_threads'
import { startLoopWatch } from '../../electron/liveness/loop-watch.ts'
import type { Log } from '../../electron/logging/log-port.ts'
import { logLine } from '../../electron/logging/redaction.ts'
import { assertNever, messageOf } from '../../shared/result.ts'
import { withoutEnd } from '../../shared/text/folded-text.ts'
import { ConfigError, type RelayConfig, readConfig } from './config/relay-config.ts'
import { NewerSchema } from './database/migrate.ts'
import { createKitchenSecrets } from './kitchens/kitchen-secrets.ts'
import { createKitchens, KitchenError } from './kitchens/kitchens.ts'
import { readKitchens } from './operate/overview.ts'
import { prepareDatabase, startRelay, UnmetRequirements } from './relay.ts'
import { MACHINE_CLOCK } from './relay-clock.ts'

const RELAY_USAGE = `comanda-relay --help
comanda-relay --config FILE [serve]
comanda-relay --config FILE migrate
comanda-relay --config FILE kitchen list
comanda-relay --config FILE kitchen add NAME --establishment ID [--establishment ID]… [--upstream NAME] [--push URL]
comanda-relay --config FILE kitchen change NAME [--establishment ID]… [--remove ID]…
comanda-relay --config FILE kitchen pause|resume|revoke|renew-secret NAME`

type RelayCommand = ReturnType<typeof readRelayCommand>

const invalid = (reason: string) => ({ kind: 'invalid', reason }) as const

/** Reads the command line; never throws. */
function readRelayCommand(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        upstream: { type: 'string' },
        establishment: { type: 'string', multiple: true },
        push: { type: 'string' },
        remove: { type: 'string', multiple: true },
        help: { type: 'boolean', short: 'h' },
      },
    })
    const { config, establishment = [], remove = [], upstream, push: pushUrl } = values
    if (values.help === true) return { kind: 'help' } as const
    if (config === undefined) return invalid('--config is missing')
    const [first = 'serve', action, name, ...more] = positionals
    if (more.length > 0) return invalid(`unexpected "${more.join(' ')}"; put a name with spaces in quotes`)
    if (first === 'serve') return { kind: first, config } as const
    if (first === 'migrate') return { kind: first, config } as const
    if (first !== 'kitchen') return invalid(`unknown command "${first}"`)
    if (action === 'list') return { kind: action, config } as const
    if (name === undefined) return invalid('the name of the kitchen is missing')
    switch (action) {
      case 'add':
        return { kind: action, config, name, upstream, establishments: establishment, pushUrl } as const
      case 'change':
        return { kind: action, config, name, add: establishment, remove } as const
      case 'pause':
      case 'resume':
      case 'revoke':
      case 'renew-secret':
        return { kind: action, config, name } as const
      default:
        return invalid(`unknown command "kitchen ${action ?? ''}"`)
    }
  } catch (error) {
    return invalid(messageOf(error))
  }
}

/** Exit codes of sysexits.h. */
const EXIT = { usage: 64, unavailable: 69, config: 78 } as const
const STOP_LIMIT_MS = 9_000

const write =
  (level: keyof Log): Log['info'] =>
  (event, fields = {}) => {
    process.stdout.write(logLine(MACHINE_CLOCK.wall(), level, event, fields))
  }
const log: Log = { info: write('info'), warn: write('warn'), error: write('error') }
const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function serve(config: RelayConfig): Promise<void> {
  // The supervisor starts the program again; another relay process takes the lease meanwhile.
  const watch = startLoopWatch({ onNoThread: (error) => log.warn('loop-watch-refused', { error: String(error) }) })
  watch.arm()
  // This file is also the program of the thread, because the built relay is one file.
  const relay = await startRelay(config, { log, bodyProgram: new URL(import.meta.url) })
  const ended = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ended.resolve())
  await ended.promise
  // A call that never ends must not keep the program.
  setTimeout(() => process.exit(), STOP_LIMIT_MS).unref()
  await relay.stop()
  watch.stop()
}

async function administer(
  config: RelayConfig,
  command: Exclude<RelayCommand, { kind: 'serve' | 'help' | 'invalid' }>,
): Promise<void> {
  const db = await prepareDatabase(config, log)
  const kitchens = createKitchens(db, createKitchenSecrets(config.masterKey))
  const actor = `${userInfo().username} (command line)`
  const show = ({ clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string }): void => {
    printLine(`API URL:       ${withoutEnd(config.publicUrl, /\//)}${config.path}`)
    printLine(`Client ID:     ${clientId}`)
    printLine(`Client secret: ${clientSecret}`)
    printLine('The secret is not shown again.')
  }
  try {
    switch (command.kind) {
      case 'migrate':
        return printLine('The database is ready.')
      case 'list':
        for (const one of (await readKitchens(db)).toSorted((a, b) => (a.name < b.name ? -1 : 1)))
          printLine(`${one.state.padEnd(8)} ${one.name}  ${one.establishments.map(({ key }) => key).join(', ')}`)
        return
      case 'add': {
        const upstream = command.upstream ?? config.upstreams[0]?.name ?? ''
        return show(await kitchens.add(actor, { ...command, upstream }))
      }
      case 'renew-secret':
        return show(await kitchens.renewSecret(actor, command.name))
      case 'pause':
      case 'resume':
        return await kitchens.setPaused(actor, command.name, command.kind === 'pause')
      case 'revoke':
        return await kitchens.revoke(actor, command.name)
      case 'change':
        return await kitchens.changeEstablishments(actor, command.name, command)
      default:
        return assertNever(command)
    }
  } finally {
    await db.close()
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError || error instanceof UnmetRequirements || error instanceof NewerSchema)
    return EXIT.config
  return error instanceof KitchenError ? EXIT.usage : EXIT.unavailable
}

async function runCommand(): Promise<void> {
  const command = readRelayCommand(process.argv.slice(2))
  if (command.kind === 'help') return printLine(RELAY_USAGE)
  if (command.kind === 'invalid') {
    process.stderr.write(`${command.reason}\n${RELAY_USAGE}\n`)
    process.exitCode = EXIT.usage
    return
  }
  try {
    const config = readConfig(readFileSync(command.config, 'utf8'), process.env)
    await (command.kind === 'serve' ? serve(config) : administer(config, command))
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}

await (isMainThread ? runCommand() : import('../../electron/platform/body-worker.ts'))
