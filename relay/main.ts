import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { Log } from '../electron/logging/log-port.ts'
import { logLine } from '../electron/logging/redaction.ts'
import { assertNever, messageOf } from '../shared/result.ts'
import { ConfigError, type RelayConfig, readConfig } from './config/relay-config.ts'
import { NewerSchema } from './database/migrate.ts'
import { KitchenError } from './kitchens/kitchen-rows.ts'
import { createKitchenSecrets } from './kitchens/kitchen-secrets.ts'
import { createKitchens } from './kitchens/kitchens.ts'
import { prepareDatabase, startRelay, UnmetRequirements } from './relay.ts'
import { MACHINE_CLOCK } from './relay-clock.ts'

type RelayCommand =
  | { readonly kind: 'serve'; readonly config: string }
  /** Checks the database and brings its schema up to date. */
  | { readonly kind: 'migrate'; readonly config: string }
  | { readonly kind: 'list'; readonly config: string }
  | {
      readonly kind: 'add'
      readonly config: string
      readonly name: string
      readonly upstream: string | undefined
      readonly establishments: readonly string[]
      readonly pushUrl: string | undefined
    }
  | { readonly kind: 'pause' | 'resume' | 'revoke' | 'renew-secret'; readonly config: string; readonly name: string }
  | {
      readonly kind: 'change-establishments'
      readonly config: string
      readonly name: string
      readonly add: readonly string[]
      readonly remove: readonly string[]
    }
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly reason: string }

const RELAY_USAGE = `comanda-relay --help
comanda-relay --config FILE [serve]
comanda-relay --config FILE migrate
comanda-relay --config FILE kitchen list
comanda-relay --config FILE kitchen add NAME --establishment ID [--establishment ID]… [--upstream NAME] [--push URL]
comanda-relay --config FILE kitchen change NAME [--establishment ID]… [--remove ID]…
comanda-relay --config FILE kitchen pause|resume|revoke|renew-secret NAME`

/** Reads the command line; never throws. */
function readRelayCommand(args: readonly string[]): RelayCommand {
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
    const { config } = values
    if (values.help === true) return { kind: 'help' }
    if (config === undefined) return { kind: 'invalid', reason: '--config is missing' }
    const [first = 'serve', action, name, ...more] = positionals
    if (more.length > 0)
      return { kind: 'invalid', reason: `unexpected "${more.join(' ')}"; put a name with spaces in quotes` }
    if (first === 'serve' || first === 'migrate') return { kind: first, config }
    if (first !== 'kitchen') return { kind: 'invalid', reason: `unknown command "${first}"` }
    if (action === 'list') return { kind: 'list', config }
    if (name === undefined) return { kind: 'invalid', reason: 'the name of the kitchen is missing' }
    switch (action) {
      case 'add':
        return {
          kind: 'add',
          config,
          name,
          upstream: values.upstream,
          establishments: values.establishment ?? [],
          pushUrl: values.push,
        }
      case 'change':
        return {
          kind: 'change-establishments',
          config,
          name,
          add: values.establishment ?? [],
          remove: values.remove ?? [],
        }
      case 'pause':
      case 'resume':
      case 'revoke':
      case 'renew-secret':
        return { kind: action, config, name }
      default:
        return { kind: 'invalid', reason: `unknown command "kitchen ${action ?? ''}"` }
    }
  } catch (error) {
    return { kind: 'invalid', reason: messageOf(error) }
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
  const relay = await startRelay(config, { log })
  const ended = Promise.withResolvers<void>()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ended.resolve())
  await ended.promise
  // A call that never ends must not keep the program.
  setTimeout(() => process.exit(), STOP_LIMIT_MS).unref()
  await relay.stop()
}

async function administer(
  config: RelayConfig,
  command: Exclude<RelayCommand, { kind: 'serve' | 'help' | 'invalid' }>,
): Promise<void> {
  const db = await prepareDatabase(config, log)
  const kitchens = createKitchens(db, createKitchenSecrets(config.masterKey))
  const actor = `${userInfo().username} (command line)`
  const show = ({ clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string }): void => {
    printLine(`API URL:       ${config.publicUrl.replace(/\/+$/, '')}${config.path}`)
    printLine(`Client ID:     ${clientId}`)
    printLine(`Client secret: ${clientSecret}`)
    printLine('The secret is not shown again.')
  }
  try {
    switch (command.kind) {
      case 'migrate':
        return printLine('The database is ready.')
      case 'list':
        for (const one of await kitchens.list())
          printLine(`${one.state.padEnd(8)} ${one.name}  ${one.establishments.join(', ')}`)
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
      case 'change-establishments':
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

const command = readRelayCommand(process.argv.slice(2))
if (command.kind === 'help') printLine(RELAY_USAGE)
else if (command.kind === 'invalid') {
  process.stderr.write(`${command.reason}\n${RELAY_USAGE}\n`)
  process.exitCode = EXIT.usage
} else {
  try {
    const config = readConfig(readFileSync(command.config, 'utf8'), process.env)
    await (command.kind === 'serve' ? serve(config) : administer(config, command))
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`)
    process.exitCode = exitCodeOf(error)
  }
}
