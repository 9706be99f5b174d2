import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type ChildProgram, startChild, suspendProcess } from './child-program.ts'
import { checkLedger, findBackupFaults } from './cut-verdict.ts'
import type { DriveBay } from './loop-image.ts'
import type { DurableStep, Scenario, WriterReport, WriterStart } from './writer-messages.ts'

/** Time of the writer's work before the cut, in ms. After the second value a checkpoint has written the log to the file. */
const WORK_MS = [5, 600] as const
/** A cut for a scenario happens within this time after the scenario's step has begun, in ms. */
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
  /** Missing steps that were reported as durable, and other faults. */
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

/** Cuts the power once while the writer works, and compares the content of the drive with the reports. */
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
  await suspendProcess(writer.pid)
  const image = drive.copy()
  writer.kill()
  await writer.ended
  drive.remove()

  const after = bay.mount(image)
  const verdict = checkDrive(after.folder, steps)
  after.remove()
  return { scenario, steps: steps.length, ...verdict }
}

function checkDrive(folder: string, steps: readonly DurableStep[]): Pick<Cut, 'lost' | 'broken'> {
  const lost: string[] = []
  const broken: string[] = []
  // Ledgers without a reported step must open too.
  const started = readdirSync(folder).filter((name) => name.startsWith('profile-'))
  const names = new Set([...steps.map(({ ledger }) => ledger), ...started.map((name) => join(name, 'ledger.db'))])
  for (const name of names) {
    const own = steps.filter(({ ledger }) => ledger === name)
    const verdict = checkLedger(join(folder, name), own)
    lost.push(...verdict.lost)
    broken.push(...verdict.broken)
  }
  broken.push(...checkBackups(folder, steps))
  return { lost, broken }
}

/** A backup with its final name must be complete, and the newest reported backup must have its final name. */
function checkBackups(folder: string, steps: readonly DurableStep[]): readonly string[] {
  const reported = steps.flatMap((step) => (step.kind === 'backup' ? step.path : []))
  const last = reported.at(-1)
  if (last === undefined) return []
  const place = join(folder, dirname(last))
  const names = existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.db')) : []
  const later = names.some((name) => name > basename(last))
  const isThere = names.includes(basename(last))
  return [
    ...(isThere || later ? [] : [`backup ${last} is not there`]),
    ...names.flatMap((name) => findBackupFaults(join(place, name))),
  ]
}
