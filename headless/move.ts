import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openCopy, readCopyHeader } from '../electron/screens/moving/sealed-file.ts'
import {
  type CarryTrouble,
  handOverLedger,
  resumeLedger,
  type Taken,
  takeOverLedger,
} from '../electron/storage/carry-ledger.ts'
import { fail, ok, type Result } from '../shared/result.ts'
import type { PrintLine } from './commands.ts'
import { readInput } from './setup-command.ts'
import type { ProfileCommand } from './station-command.ts'

export type MoveCommand = Extract<ProfileCommand, { kind: 'hand-over' | 'take-over' | 'resume' }>

const instantOf = (at: number | undefined): string =>
  at === undefined ? 'an unknown time' : new Date(at).toISOString()

/** File in the profile with the decrypted copy, while a sealed copy is taken over. */
const OPENED_COPY = 'ledger.db.opened'

/** Takes over a screen's sealed copy. Reads the recovery code from standard input. */
async function takeOverSealed(
  profile: string,
  file: string,
  now: number,
): Promise<Result<Taken, CarryTrouble | string>> {
  const opened = join(profile, OPENED_COPY)
  try {
    const copy = await openCopy(file, opened, readInput('-'))
    return copy.ok ? takeOverLedger(profile, opened, { promote: true, now }) : copy
  } finally {
    rmSync(opened, { force: true })
  }
}

/** Moves the ledger between computers. The caller holds the lock of the profile, so no main computer runs on it. */
export async function move(
  profile: string,
  command: MoveCommand,
  now: number,
  print: PrintLine,
): Promise<Result<null>> {
  switch (command.kind) {
    case 'hand-over': {
      const given = handOverLedger(profile, resolve(command.file), now)
      if (!given.ok) return given
      print(
        'This main computer does not poll any more. The file contains data of customers: take it to the new main computer, then erase it.',
      )
      return given
    }
    case 'take-over': {
      const file = resolve(command.file)
      const { promote } = command
      const isSealed = (await readCopyHeader(file)).ok
      if (isSealed && !promote) return fail('not-handed-over', "a screen's copy needs --promote")
      const taken = isSealed
        ? await takeOverSealed(profile, file, now)
        : takeOverLedger(profile, file, { promote, now })
      if (!taken.ok) return taken
      const { handedOverAt, lastPollAt } = taken.value
      if (handedOverAt === undefined) {
        print(`This copy was made soon after ${instantOf(lastPollAt)}. Later data may be lost: orders that the`)
        print('old main computer has received, taps, struck lines and times. Compare with the orders of the platform.')
        print('The old main computer must never run again with these credentials: it would take orders from this one.')
      } else print(`Handed over at ${instantOf(handedOverAt)}. Nothing is missing.`)
      if (isSealed) print('When the main computer runs, make a new recovery code with "recovery-code".')
      print('Store the credentials with "setup", start the main computer, and pair the screens again.')
      return ok(null)
    }
    case 'resume': {
      const resumed = resumeLedger(profile)
      if (!resumed.ok) return resumed
      print(
        resumed.value
          ? 'This main computer polls again when it is started.'
          : 'This main computer had not handed over.',
      )
      return ok(null)
    }
  }
}
