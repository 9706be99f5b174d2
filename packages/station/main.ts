import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readRoot } from '../../electron/platform/dialects/dialects.ts'
import { eraseProvisionSecrets } from '../../electron/secrets/provision.ts'
import { handOverLedger, resumeLedger, takeOverLedger } from '../../electron/storage/carry-ledger.ts'
import { type LockAttempt, tryLock } from '../../electron/storage/exclusive-lock.ts'
import { openRoleFile } from '../../electron/storage/role-file.ts'
import { LEDGER_FILE } from '../../electron/storage/storage.ts'
import { createSystemClock } from '../../electron/sync/clock.ts'
import packageManifest from '../../package.json' with { type: 'json' }
import { assertNever, fail, messageOf, ok, type Result } from '../../shared/result.ts'
import { listScreens, type PrintLine, pair, revokeScreen, sendRequest, showStatus } from './commands.ts'
import { newKey, openSecrets } from './sealed-file-store.ts'
import { type ExitReason, RESTART_EXIT, serve } from './serve.ts'
import { provisionProfile, readInput } from './setup-command.ts'
import { type ProfileCommand, readStationCommand, STATION_USAGE } from './station-command.ts'

type MoveCommand = Extract<ProfileCommand, { kind: 'hand-over' | 'take-over' | 'resume' }>

const instantOf = (at: number | undefined): string =>
  at === undefined ? 'an unknown time' : new Date(at).toISOString()

/** Moves the ledger between computers. The caller holds the lock of the profile, so no main computer runs on it. */
function move(profile: string, command: MoveCommand, now: number, print: PrintLine): Result<null> {
  switch (command.kind) {
    case 'hand-over': {
      const given = handOverLedger(profile, resolve(command.file), now)
      if (!given.ok) return given
      print(
        'This main computer does not poll any more. The file contains data of customers: take it to the new main computer, then erase it.',
      )
      return given
    }
    case 'take-over': {
      const file = resolve(command.file)
      const taken = takeOverLedger(profile, file, { promote: command.promote, now })
      if (!taken.ok) return taken
      const { handedOverAt, lastPollAt } = taken.value
      if (handedOverAt === undefined) {
        print(`This copy was made soon after ${instantOf(lastPollAt)}. Later data may be lost: orders that the`)
        print('old main computer has received, taps, struck lines and times. Compare with the orders of the platform.')
        print('The old main computer must never run again with these credentials: it would take orders from this one.')
      } else print(`Handed over at ${instantOf(handedOverAt)}. Nothing is missing.`)
      print('Store the credentials with "setup", start the main computer, and pair the screens again.')
      return ok(null)
    }
    case 'resume': {
      const resumed = resumeLedger(profile)
      if (!resumed.ok) return resumed
      print(
        resumed.value
          ? 'This main computer polls again when it is started.'
          : 'This main computer had not handed over.',
      )
      return ok(null)
    }
  }
}

const LOCK_FILE = 'comanda-station.lock'

/**
 * Takes the lock that lets only one process use a profile. `app-profile`: the profile has a ledger and no lock file, so it
 * belongs to the app, which uses another kind of lock and may have the ledger open.
 */
function lockProfile(profile: string): LockAttempt | { readonly kind: 'app-profile' } {
  const path = join(profile, LOCK_FILE)
  if (existsSync(join(profile, LEDGER_FILE)) && !existsSync(path)) return { kind: 'app-profile' }
  return tryLock(path)
}

/** Exit codes of sysexits.h. */
const EXIT = { usage: 64, unavailable: 69, config: 78 } as const

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
const printError = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** Runs `work` while this process has the lock of the profile. The operating system frees the lock when the process ends. */
async function withProfileLock(profile: string, work: () => Promise<number>): Promise<number> {
  const lock = lockProfile(profile)
  switch (lock.kind) {
    case 'taken':
      try {
        return await work()
      } finally {
        // This reference also keeps the lock from being garbage-collected, which would free it.
        lock.release()
      }
    case 'held-elsewhere':
      printError('Another comanda-station runs on this profile. Stop it first.')
      return EXIT.unavailable
    case 'app-profile':
      printError('This is the profile of the Comanda app. The main computer needs its own folder.')
      return EXIT.config
    case 'impossible':
      printError(`The profile cannot be locked: ${lock.error}`)
      return EXIT.config
    default:
      return assertNever(lock)
  }
}

function exitCodeOf(ending: ExitReason): number {
  switch (ending) {
    case 'stopped':
      return 0
    case 'restart':
    case 'stop-incomplete':
      return RESTART_EXIT
    default:
      return assertNever(ending)
  }
}

function exitCodeOfResult(result: Result<null>): number {
  if (result.ok) return 0
  printError(`${result.code}: ${result.message}`)
  return result.code === 'not-running' ? EXIT.unavailable : 1
}

function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}

function readJsonInput(file: string): Result<unknown> {
  try {
    return ok(JSON.parse(readInput(file)))
  } catch {
    return fail('unreadable', 'the input is not JSON')
  }
}

async function sendInput(profile: string, request: string, file: string): Promise<number> {
  const input = readJsonInput(file)
  return exitCodeOfResult(input.ok ? await sendRequest(profile, request, input.value) : input)
}

/** Credentials are for a main computer. No secret stays in a file that was meant for a screen. */
async function refuseScreen(file: string | undefined): Promise<number> {
  printError('This profile has joined another main computer. The main computer needs its own folder.')
  const erased = file === undefined || file === '-' ? ok(false) : await eraseProvisionSecrets(file, readRoot)
  if (!erased.ok) printError(`The secret is still in ${file}: ${erased.code}`)
  else if (erased.value) printError(`The secret was erased from ${file}.`)
  return EXIT.config
}

/** Runs `serve` or `setup`, which need the secrets and exclusive use of the profile. */
async function withSecrets(
  profile: string,
  command: Extract<ProfileCommand, { kind: 'serve' | 'setup' }>,
): Promise<number> {
  if (openRoleFile(profile).mainComputer() !== undefined)
    return refuseScreen(command.kind === 'setup' ? command.file : command.provisionFile)
  const secrets = openSecrets(profile, process.env)
  if (!secrets.ok) {
    printError(secrets.message)
    return EXIT.config
  }
  return withProfileLock(profile, async () => {
    if (command.kind === 'setup')
      return exitCodeOfResult(await provisionProfile({ profile, secrets: secrets.value, file: command.file }))
    const { provisionFile } = command
    const { version } = packageManifest
    const code = exitCodeOf(await serve({ profile, provisionFile, secrets: secrets.value, version }))
    // A call that hangs in the keychain's library prevents the normal end of the process.
    if (secrets.value.hasUnansweredCall()) process.exit(code)
    return code
  })
}

function run(profile: string, command: ProfileCommand): Promise<number> {
  switch (command.kind) {
    case 'serve':
    case 'setup':
      return withSecrets(profile, command)
    case 'settings':
      return sendInput(profile, 'settings:change', command.file)
    case 'pin':
      return sendInput(profile, 'lock:set', '-')
    case 'reset-pin':
      return sendRequest(profile, 'reset-pin', null).then(exitCodeOfResult)
    case 'hand-over':
    case 'take-over':
    case 'resume':
      return withProfileLock(profile, async () =>
        exitCodeOfResult(move(profile, command, createSystemClock().wall(), printLine)),
      )
    case 'status':
      return showStatus(profile, printLine).then(exitCodeOfResult)
    case 'pair':
      return pair(profile, printLine, interruptSignal()).then(exitCodeOfResult)
    case 'screens':
      return listScreens(profile, printLine).then(exitCodeOfResult)
    case 'revoke':
      return revokeScreen(profile, command.id).then(exitCodeOfResult)
    default:
      return assertNever(command)
  }
}

const command = readStationCommand(process.argv.slice(2), process.env.STATE_DIRECTORY)
switch (command.kind) {
  case 'invalid':
    printError(`${command.reason}\n${STATION_USAGE}`)
    process.exitCode = EXIT.usage
    break
  case 'new-key':
    printLine(newKey())
    break
  case 'profile':
    try {
      process.exitCode = await run(resolve(command.profile), command.command)
    } catch (error) {
      printError(messageOf(error))
      process.exitCode = EXIT.unavailable
    }
    break
}
