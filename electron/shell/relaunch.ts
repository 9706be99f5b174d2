import type { App } from 'electron'
import { z } from 'zod'
import { readJson, writePrivateFile } from '../files/regular-file.ts'
import type { NextStart } from '../liveness/loop-watch.ts'
import { appImageStart, helperOf, type RunningProgram, startHelper, WAIT_FOR } from './linux/app-image.ts'
import { IF_STOPPED } from './windows/restart-task.ts'

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

/** A program that fails more often would only flicker. */
const SOON_RULE: BudgetRule = { limit: 3, windowMs: 600_000 }
/** A program that fails more often needs a person. */
const DAY_RULE: BudgetRule = { limit: 100, windowMs: 86_400_000 }
const timesSchema = z.array(z.number())

/**
 * Counts one more relaunch: three in ten minutes, or one after a pause, and a hundred in a day. In a file, written
 * synchronously. False when the budget is used up or cannot be written.
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
