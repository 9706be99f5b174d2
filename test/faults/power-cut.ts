import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type ChildProgram, standStill, startChild } from './child-program.ts'
import { judgeBackup, judgeLedger } from './cut-verdict.ts'
import type { DriveBay } from './loop-image.ts'
import type { DurableStep, Scenario, WriterReport, WriterStart } from './writer-messages.ts'

/** How long the writer works before the cut, in milliseconds; beyond the second the log has been moved into the file. */
const WORK_MS = [5, 600] as const
/** Cuts aimed at what a scenario is about fall within so many milliseconds of its beginning. */
const AIMED_WITHIN_MS: Readonly<Record<Exclude<Scenario, 'work'>, number>> = {
  checkpoint: 6,
  backup: 40,
  purge: 8,
  'first-run': 25,
  migration: 25,
}
const MAX_BEGINNINGS = 6

export type Cut = {
  readonly scenario: Scenario
  readonly steps: number
  /** Steps reported as durable that are not there; anything else that is wrong. */
  readonly lost: readonly string[]
  readonly broken: readonly string[]
}

export type CutParts = {
  readonly bay: DriveBay
  /** An image with an empty file system. */
  readonly template: string
  /** Path of the bundled writer. */
  readonly program: string
  readonly random: () => number
}

type Writer = ChildProgram<never, WriterReport>

/** Waits for the random instant of the cut. */
async function untilTheCut(writer: Writer, scenario: Scenario, random: () => number): Promise<void> {
  await writer.next((report) => report.kind === 'ready')
  const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  if (scenario === 'work') return void (await sleep(WORK_MS[0] + random() * (WORK_MS[1] - WORK_MS[0])))
  const beginnings = 1 + Math.floor(random() * MAX_BEGINNINGS)
  for (let begun = 0; begun < beginnings; begun += 1) await writer.next((report) => report.kind === 'begins')
  await sleep(random() * AIMED_WITHIN_MS[scenario])
}

/** Cuts the power once while the writer works, and looks at what the drive still has. */
export async function cutPower(
  { bay, template, program, random }: CutParts,
  scenario: Scenario,
  synchronous: WriterStart['synchronous'],
): Promise<Cut> {
  const drive = bay.mount(bay.duplicate(template))
  const start: WriterStart = { folder: drive.folder, scenario, synchronous }
  const writer: Writer = startChild([process.execPath, program, JSON.stringify(start)])
  const steps: DurableStep[] = []
  writer.onReport((report) => {
    if (report.kind !== 'ready' && report.kind !== 'begins') steps.push(report)
  })
  await untilTheCut(writer, scenario, random)
  await standStill(writer.pid)
  const image = drive.copy()
  writer.kill()
  await writer.ended
  drive.remove()

  const after = bay.mount(image)
  const verdict = judgeDrive(after.folder, steps)
  after.remove()
  return { scenario, steps: steps.length, ...verdict }
}

function judgeDrive(folder: string, steps: readonly DurableStep[]): Pick<Cut, 'lost' | 'broken'> {
  const lost: string[] = []
  const broken: string[] = []
  // Those of which nothing was reported yet have to open too.
  const started = readdirSync(folder).filter((name) => name.startsWith('profile-'))
  const names = new Set([...steps.map(({ ledger }) => ledger), ...started.map((name) => join(name, 'ledger.db'))])
  for (const name of names) {
    const own = steps.filter(({ ledger }) => ledger === name)
    const verdict = judgeLedger(join(folder, name), own)
    lost.push(...verdict.lost)
    broken.push(...verdict.broken)
  }
  broken.push(...judgeBackups(folder, steps))
  return { lost, broken }
}

/** A copy that has its name is whole, and the newest that was reported has it. */
function judgeBackups(folder: string, steps: readonly DurableStep[]): readonly string[] {
  const reported = steps.flatMap((step) => (step.kind === 'backup' ? step.path : []))
  const last = reported.at(-1)
  if (last === undefined) return []
  const place = join(folder, dirname(last))
  const names = existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.db')) : []
  const later = names.some((name) => name > basename(last))
  const isThere = names.includes(basename(last))
  return [
    ...(isThere || later ? [] : [`backup ${last} is not there`]),
    ...names.flatMap((name) => judgeBackup(join(place, name))),
  ]
}
