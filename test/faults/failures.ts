import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suspendProcess } from './child-program.ts'
import type { DriveBay } from './loop-image.ts'

type Victim = { readonly pid: number; readonly kill: () => void; readonly ended: Promise<unknown> }

/** A way in which the process or its machine fails, with the folder of the profile. */
export type ProgramFailure = {
  /** The profile's folder. It changes after each failure. */
  folder(): string
  /** Ends the process at once. */
  strike(victim: Victim): void
  /** Resolves when the files that are left after the failure can be used. */
  afterStrike(): Promise<void>
  remove(): void
}

/** Only the process ends: `kill -9`. */
export function processKill(): ProgramFailure {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-kill-'))
  return {
    folder: () => folder,
    strike: (victim) => victim.kill(),
    afterStrike: () => Promise.resolve(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The machine loses power: data that was not flushed to the drive is lost. */
export function powerLoss(bay: DriveBay, template: string): ProgramFailure {
  let drive = bay.mount(bay.duplicate(template))
  let struck: Promise<void> = Promise.resolve()
  const cut = async (victim: Victim): Promise<void> => {
    await suspendProcess(victim.pid)
    const image = drive.copy()
    victim.kill()
    await victim.ended
    drive.remove()
    drive = bay.mount(image)
  }
  return {
    folder: () => drive.folder,
    strike: (victim) => {
      struck = cut(victim)
    },
    afterStrike: () => struck,
    remove: () => drive.remove(),
  }
}
