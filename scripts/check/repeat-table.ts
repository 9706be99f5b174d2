import type { RunRecord } from './run-record.ts'

/** `busy`: beside a process that keeps every core busy. */
export type RepeatMode = 'quiet' | 'busy'

export const REPEAT_HEAD = `| date (UTC) | commit | machine | minutes | processor, s | passed | failed | failed tests |
| --- | --- | --- | --- | --- | --- | --- | --- |
`

type Run = {
  readonly at: Date
  readonly commit: string
  readonly mode: RepeatMode
  readonly record: RunRecord
}

/** A row of the table of repeated runs, in Markdown. */
export function repeatRow({ at, commit, mode, record }: Run): string {
  const { seconds, processorSeconds, passed, failed, failedTitles } = record
  const titles = failedTitles.map((title) => title.replaceAll('|', String.raw`\|`)).join('<br>')
  const cells = [
    at.toISOString().slice(0, 16).replace('T', ' '),
    commit,
    mode,
    (seconds / 60).toFixed(1),
    processorSeconds.toFixed(0),
    passed,
    failed,
    titles,
  ]
  return `| ${cells.join(' | ')} |\n`
}
