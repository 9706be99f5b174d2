import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Counts } from './outcome.ts'
import type { Part } from './steps.ts'

/** What a run of a part writes at its end, in `reports/`. */
export type RunRecord = Counts & {
  readonly seconds: number
  readonly processorSeconds: number
  readonly failedTitles: readonly string[]
}

export const recordFileOf = (root: string, part: Part): string => join(root, 'reports', `${part}.json`)

/** The record of the last run of a part. A run that did not reach its end counts as one failure. */
export function readRecord(root: string, part: Part): RunRecord {
  const file = recordFileOf(root, part)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  return { passed: 0, failed: 1, skipped: 0, seconds: 0, processorSeconds: 0, failedTitles: ['the run did not end'] }
}
