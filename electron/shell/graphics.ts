import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { App } from 'electron'
import { z } from 'zod'
import { readJson, writePrivateFile } from '../files/regular-file.ts'
import type { Log } from '../logging/log-port.ts'
import { type BudgetRule, spendRestart } from './relaunch.ts'

/** Chromium repairs one failure by itself. A second one within this time means that the graphics are unusable. */
const FAILURE_RULE: BudgetRule = { limit: 1, windowMs: 10 * 60_000 }
/** Reasons of `RenderProcessGoneDetails` that are failures, not intended ends. */
const FAILURES: ReadonlySet<string> = new Set(['abnormal-exit', 'crashed', 'oom', 'launch-failed', 'integrity-failure'])

type Rendering = 'hardware' | 'software'

/** The record of this machine's graphics. */
const knownSchema = z.object({
  version: z.string(),
  failures: z.array(z.number()).readonly().catch([]),
  isUnusable: z.boolean().catch(false),
})
type Known = Readonly<z.infer<typeof knownSchema>>

/**
 * Draws in software once the graphics process has failed twice within ten minutes, and stores this choice for this
 * version of the program. Without this Chromium ends the whole program after some more failures ("GPU process isn't usable"). Call
 * before the app is ready.
 */
export function chooseRendering(parts: {
  readonly app: Pick<App, 'on' | 'disableHardwareAcceleration'>
  /** Where failures are kept over restarts. */
  readonly file: string
  /** Version of the program; a new version tries the hardware again. */
  readonly version: string
  /** Epoch ms. */
  readonly now: () => number
  readonly log: Log
  /** The graphics have proved unusable: the next start draws in software. Called once at most. */
  readonly onUnusable: () => void
}): Rendering {
  const { app, file, version, now, log, onUnusable } = parts
  const rendering = readKnown(file, version).isUnusable ? 'software' : 'hardware'
  if (rendering === 'software') {
    app.disableHardwareAcceleration()
    log.warn('software-rendering')
  }
  let isUnusable = rendering === 'software'
  app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
    if (type !== 'GPU' || !FAILURES.has(reason)) return
    log.error('graphics-gone', { reason, exitCode })
    if (isUnusable) return
    const failures = spendRestart(readKnown(file, version).failures, now(), FAILURE_RULE)
    isUnusable = failures === undefined
    // Written at once: Chromium may end the program at the next failure.
    const isKept = writeKnown(file, { version, failures: failures ?? [], isUnusable: isUnusable })
    if (!isUnusable) return
    log.error('graphics-unusable', { outcome: isKept ? 'kept' : 'not-kept' })
    // Without the record the next start would try the hardware again.
    if (isKept) onUnusable()
  })
  return rendering
}

function readKnown(file: string, version: string): Known {
  const stored = readJson(file, knownSchema)
  return stored?.version === version ? stored : { version, failures: [], isUnusable: false }
}

function writeKnown(file: string, known: Known): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writePrivateFile(file, JSON.stringify(known))
    return true
  } catch {
    return false
  }
}
