import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { basename, sep } from 'node:path'
import type { App } from 'electron'
import { z } from 'zod'
import { readJson, writePrivateFile } from '../files/regular-file.ts'
import type { NextStart } from '../liveness/loop-watch.ts'
import { IF_STOPPED } from './windows/restart-task.ts'

/**
 * Starts `$@` when the processes of `$COMANDA_WAIT_FOR` have ended. A process that stays for a minute is not waited
 * for: the single-instance lock then decides. Open descriptors of the AppImage runtime (its pipe is a low one) would
 * keep the old mount.
 * SECURITY: relaunch (docs/security.md). Paths and arguments are parameters of the shell, never part of its program.
 */
const HELPER = `exec 3<&- 4<&- 5<&- 6<&- 7<&- 8<&- 9<&-
n=0
for pid in $COMANDA_WAIT_FOR; do
  while kill -0 "$pid" 2>/dev/null && [ "$n" -lt 600 ]; do n=$((n+1)); sleep 0.1 || sleep 1; done
done
unset COMANDA_WAIT_FOR
exec "$@"`

/** Names the processes that have to end first. */
const WAIT_FOR = 'COMANDA_WAIT_FOR'
/** Variables to which AppRun prepends folders of the mount (app-builder-lib, appImageUtil.ts). */
const PATH_LISTS = ['PATH', 'LD_LIBRARY_PATH', 'XDG_DATA_DIRS', 'GSETTINGS_SCHEMA_DIR']
/** Variables that the AppImage runtime sets itself (AppImage/type2-runtime, runtime.c). */
const APPIMAGE_VARIABLES = ['APPIMAGE', 'APPDIR', 'ARGV0', 'OWD']
/** The folder of a program that the runtime has unpacked, because it could not mount it. */
const EXTRACTED = /^appimage_extracted_/

/** This process, as far as this file needs it. */
export type RunningProgram = {
  readonly pid: number
  readonly ppid: number
  readonly execPath: string
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

/** What has to be started from outside of the mount. */
type AppImageStart = {
  readonly appImage: string
  readonly args: readonly string[]
  /** Process ids that have to end first. */
  readonly waitFor: readonly number[]
  readonly env: NodeJS.ProcessEnv
}

/**
 * How to restart the AppImage of this program; `undefined` when it does not run from one. The variables alone are no
 * proof: a terminal that was started from an AppImage passes them to every program.
 */
export function appImageStart(program: RunningProgram): AppImageStart | undefined {
  const { APPIMAGE: appImage, APPDIR: mount } = program.env
  if (!appImage || !mount || !isInside(program.execPath, mount)) return undefined
  const env = environmentOutside(program.env, mount)
  const args = program.argv.slice(1)
  if (!EXTRACTED.test(basename(mount))) return { appImage, args, waitFor: [program.pid], env }
  // The runtime, the parent process, removes the unpacked folder after the end; the next start unpacks to the same
  // place.
  return {
    appImage,
    args,
    waitFor: [program.pid, program.ppid],
    env: { ...env, APPIMAGE_EXTRACT_AND_RUN: '1' },
  }
}

/** The file that starts this program after its end: its AppImage, otherwise its own file. */
export const installedProgram = (program: RunningProgram): string =>
  appImageStart(program)?.appImage ?? program.execPath

/**
 * Restarts the program with the same arguments once this process has ended; the caller ends it. `app.relaunch()` starts
 * a second process from the program's own file, and from the mount of an AppImage that file goes with this process.
 */
export function relaunchAfterExit(app: Pick<App, 'relaunch'>, program: RunningProgram): void {
  const start = appImageStart(program)
  if (start !== undefined && startHelper(start)) return
  // An intended end removes the mark without which a start with this switch ends at once.
  const args = program.argv.slice(1).filter((argument) => argument !== IF_STOPPED)
  app.relaunch({ args })
}

/** The shell that waits and then starts the program. */
const helperOf = ({ appImage, args, waitFor, env }: AppImageStart): NextStart => ({
  command: '/bin/sh',
  args: ['-c', HELPER, 'sh', appImage, ...args],
  env: { ...env, [WAIT_FOR]: waitFor.join(' ') },
})

/**
 * How another thread starts this program again while the main thread stands. Windows has no shell for it: there the next
 * program waits itself (`waitForEarlierProgram`).
 */
export function startAfterEnd(program: RunningProgram, platform: NodeJS.Platform): NextStart {
  const { execPath, pid, env } = program
  const args = program.argv.slice(1).filter((argument) => argument !== IF_STOPPED)
  if (platform === 'win32') return { command: execPath, args, env: { ...env, [WAIT_FOR]: String(pid) } }
  return helperOf(appImageStart(program) ?? { appImage: execPath, args, waitFor: [pid], env })
}

const WAIT_STEP_MS = 100
const WAIT_STEPS = 600

/** Waits, a minute at most, for the end of the program that started this one. Call before anything of the profile is used. */
export function waitForEarlierProgram(env: NodeJS.ProcessEnv, isRunning = isProcess): void {
  const pid = Number(env[WAIT_FOR])
  Reflect.deleteProperty(env, WAIT_FOR)
  if (!Number.isInteger(pid) || pid <= 0) return
  const nothing = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  for (let step = 0; step < WAIT_STEPS && isRunning(pid); step += 1) Atomics.wait(nothing, 0, 0, WAIT_STEP_MS)
}

function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** False when the helper could not be started. */
function startHelper(start: AppImageStart): boolean {
  const { command, args, env } = helperOf(start)
  const helper = spawn(command, [...args], { detached: true, stdio: 'ignore', env })
  helper.on('error', () => undefined)
  helper.unref()
  return helper.pid !== undefined
}

function isInside(file: string, folder: string): boolean {
  return file.startsWith(folder + sep) || file.startsWith(realPath(folder) + sep)
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/**
 * SECURITY: relaunch (docs/security.md). Any user can create a folder with the name of an old mount, so no library or
 * program may be loaded from there.
 */
function environmentOutside(env: NodeJS.ProcessEnv, mount: string): NodeJS.ProcessEnv {
  const outside = (list: string): string =>
    list
      .split(':')
      .filter((entry) => entry !== '' && entry !== mount && !entry.startsWith(mount + sep))
      .join(':')
  const kept = Object.entries(env).filter(([name]) => !APPIMAGE_VARIABLES.includes(name))
  const cleaned = kept.map(([name, value]) => [name, PATH_LISTS.includes(name) ? outside(value ?? '') : value] as const)
  return Object.fromEntries(cleaned.filter(([name, value]) => value !== '' || !PATH_LISTS.includes(name)))
}

/** A program that fails more often would only flicker. */
const SOON_RULE: BudgetRule = { limit: 3, windowMs: 600_000 }
/** A program that fails more often needs a person. */
const DAY_RULE: BudgetRule = { limit: 100, windowMs: 86_400_000 }
const timesSchema = z.array(z.number())

/**
 * Counts one more relaunch of the program: three in ten minutes, or one after a pause, and a hundred in a day. Stored in a file, since the memory of a failed process is lost, and written
 * synchronously, since the process is about to end. False when the budget is used up or cannot be written: uncounted
 * relaunches could go on for ever.
 */
export function spendRelaunch(file: string, now: number, when: 'now' | 'after-pause' = 'now'): boolean {
  const past = readJson(file, timesSchema) ?? []
  const next = spendRestart(past, now, DAY_RULE)
  if (next === undefined || (when === 'now' && spendRestart(past, now, SOON_RULE) === undefined)) return false
  try {
    writePrivateFile(file, JSON.stringify(next))
    return true
  } catch {
    return false
  }
}

/** At most `limit` restarts within `windowMs`; times in ms. */
export type BudgetRule = { readonly limit: number; readonly windowMs: number }

/**
 * The restarts to store after one more at `now`, or undefined when the budget is used up. A time in the future (the
 * clock was set back) counts as within the window, and is dropped when it is further away than the window.
 */
export function spendRestart(past: readonly number[], now: number, rule: BudgetRule): readonly number[] | undefined {
  const recent = past.filter((at) => Math.abs(now - at) < rule.windowMs)
  return recent.length < rule.limit ? [...recent, now] : undefined
}
