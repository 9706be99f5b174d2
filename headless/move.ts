import { resolve } from 'node:path'
import { handOverLedger, resumeLedger, takeOverLedger } from '../electron/storage/carry-ledger.ts'
import { ok, type Result } from '../shared/result.ts'
import type { ProfileCommand } from './command-line.ts'
import type { Say } from './commands.ts'

export type MoveCommand = Extract<ProfileCommand, { kind: 'hand-over' | 'take-over' | 'resume' }>

const instantOf = (at: number | undefined): string =>
  at === undefined ? 'an unknown time' : new Date(at).toISOString()

/** Moves the queue of orders by hand. The caller holds the lock of the profile: no station runs on it. */
export function move(profile: string, command: MoveCommand, now: number, say: Say): Result<null> {
  switch (command.kind) {
    case 'hand-over': {
      const given = handOverLedger(profile, resolve(command.file), now)
      if (!given.ok) return given
      say('This station does not poll any more. The file names customers: carry it to the new station and erase it.')
      return given
    }
    case 'take-over': {
      const taken = takeOverLedger(profile, resolve(command.file), command.promote)
      if (!taken.ok) return taken
      const { handedOverAt, lastPollAt } = taken.value
      if (handedOverAt === undefined) {
        say(`This copy ends soon after ${instantOf(lastPollAt)}. What came after it may be lost here: orders that the`)
        say('old station has received, taps, struck lines and times. Compare with the list of the platform.')
        say('The old station must never run again with these credentials: it would take orders from this one.')
      } else say(`Handed over at ${instantOf(handedOverAt)}. Nothing is missing.`)
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
