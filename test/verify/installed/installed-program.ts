import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { logEvents } from '../log-lines.ts'

const END_LIMIT_MS = 30_000

/** Set by `scripts/verify-electron.ts`. */
const PROGRAM = process.env.COMANDA_PACKAGE ?? ''

export type Started = {
  readonly process: ChildProcess
  /** Its output on both streams so far. */
  readonly output: () => string
  /** Resolves with the exit code; `null` after a signal. */
  readonly ended: Promise<number | null>
}

/** An installed program, tested from outside, because it refuses every debugging switch. */
export type InstalledProgram = {
  readonly program: string
  start(...switches: readonly string[]): Started
  /** Requests the end in the same way as the system: by a signal, on Windows by a message to the window. */
  requestEnd(started: Started): void
  events(): readonly string[]
}

export const test = base.extend<{ installed: InstalledProgram }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the requested fixtures from a pattern.
  installed: async ({}, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'comanda-installed-'))
    const all: Started[] = []
    await use({
      program: PROGRAM,
      start(...switches) {
        const child = spawn(PROGRAM, ['--practice', `--user-data-dir=${profile}`, ...switches])
        let text = ''
        for (const stream of [child.stdout, child.stderr]) {
          stream.on('data', (chunk: Buffer) => {
            text += chunk.toString()
          })
        }
        const ended = new Promise<number | null>((done, fail) => {
          child.on('exit', (code) => done(code))
          child.on('error', fail)
        })
        const started = { process: child, output: () => text, ended }
        all.push(started)
        return started
      },
      requestEnd({ process: { pid } }) {
        if (process.platform === 'win32') spawnSync('taskkill', ['/PID', String(pid)])
        else process.kill(Number(pid), 'SIGTERM')
      },
      // Practice has a separate folder in the profile.
      events: () => logEvents(join(profile, 'practice')),
    })
    for (const started of all) {
      if (started.process.exitCode !== null) continue
      started.process.kill('SIGKILL')
      await Promise.race([started.ended, new Promise((late) => setTimeout(late, END_LIMIT_MS))])
    }
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  },
})

export { expect }
