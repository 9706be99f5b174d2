import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openCopy } from '../electron/copies/open-copy.ts'
import { readCopyHeader } from '../electron/copies/sealed-file.ts'
import {
  type CarryTrouble,
  handOverLedger,
  resumeLedger,
  type Taken,
  takeOverLedger,
} from '../electron/storage/carry-ledger.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import type { ProfileCommand } from './command-line.ts'
import type { Say } from './commands.ts'
import { readInput } from './setup.ts'

export type MoveCommand = Extract<ProfileCommand, { kind: 'hand-over' | 'take-over' | 'resume' }>

const instantOf = (at: number | undefined): string =>
  at === undefined ? 'an unknown time' : new Date(at).toISOString()

/** In the profile, while a sealed copy is taken over. */
const OPENED = 'ledger.db.opened'

/** Takes a copy that a screen has kept: the recovery code comes from standard input. */
async function takeSealed(profile: string, file: string, now: number): Promise<Result<Taken, CarryTrouble | string>> {
  const opened = join(profile, OPENED)
  try {
    const copy = await openCopy(file, opened, readInput('-'))
    return copy.ok ? takeOverLedger(profile, opened, { promote: true, now }) : copy
  } finally {
    rmSync(opened, { force: true })
  }
}

/** Moves the queue of orders by hand. The caller holds the lock of the profile: no station runs on it. */
export async function move(profile: string, command: MoveCommand, now: number, say: Say): Promise<Result<null>> {
  switch (command.kind) {
    case 'hand-over': {
      const given = handOverLedger(profile, resolve(command.file), now)
      if (!given.ok) return given
      say('This station does not poll any more. The file names customers: carry it to the new station and erase it.')
      return given
    }
    case 'take-over': {
      const file = resolve(command.file)
      const { promote } = command
      const isSealed = (await readCopyHeader(file)).ok
      if (isSealed && !promote) return fail('not-handed-over', 'the copy of a screen is taken with --promote only')
      const taken = isSealed ? await takeSealed(profile, file, now) : takeOverLedger(profile, file, { promote, now })
      if (!taken.ok) return taken
      const { handedOverAt, lastPollAt } = taken.value
      if (handedOverAt === undefined) {
        say(`This copy ends soon after ${instantOf(lastPollAt)}. What came after it may be lost here: orders that the`)
        say('old station has received, taps, struck lines and times. Compare with the list of the platform.')
        say('The old station must never run again with these credentials: it would take orders from this one.')
      } else say(`Handed over at ${instantOf(handedOverAt)}. Nothing is missing.`)
      if (isSealed) say('Make a new recovery code with "recovery-code" once the station runs.')
      say('Store the credentials with "setup", then start the station and pair the screens anew.')
      return ok(null)
    }
    case 'resume': {
      const resumed = resumeLedger(profile)
      if (!resumed.ok) return resumed
      say(resumed.value ? 'This station polls again when it is started.' : 'This station had not handed over.')
      return ok(null)
    }
  }
}
