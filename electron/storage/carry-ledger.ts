import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, ok, type Result } from '../../shared/result.ts'
import { exportLedger, verifyFile } from './backup.ts'
import { DATABASE_SUFFIXES, makeFolder, placeFile, syncFile } from './durable-files.ts'
import { openLedgerStore } from './ledger.ts'
import type { Ledger } from './ports.ts'
import { LEDGER_FILE } from './storage.ts'

const INCOMING = `${LEDGER_FILE}.incoming`

/** Why a ledger was not moved. `not-handed-over`: the file is a copy of a station that may still poll. */
export type CarryTrouble = 'no-ledger' | 'has-ledger' | 'damaged' | 'not-handed-over' | 'disk'

/** Opens a ledger for one step and closes it, with its log written into the file. */
function withLedger<T>(path: string, work: (ledger: Ledger) => T): Result<T, CarryTrouble> {
  const opened = openLedgerStore(path)
  if (!opened.ok) return fail('damaged', `the ledger cannot be opened: ${opened.code}`)
  try {
    return ok(work(opened.value.ledger))
  } finally {
    opened.value.ledger.close()
  }
}

/**
 * Gives the queue of orders away: first the ledger says so, durably, and this station does not poll from then on. Only then
 * a verified copy is written to `target`. After an interruption at any point this station does not poll, and the call can be
 * repeated. The caller holds the lock of the profile, so that nothing else has the ledger open.
 * @param at epoch ms
 */
export function handOverLedger(folder: string, target: string, at: number): Result<null, CarryTrouble> {
  const path = join(folder, LEDGER_FILE)
  if (!existsSync(path)) return fail('no-ledger', 'this profile has no ledger')
  if (existsSync(target)) return fail('has-ledger', 'there is a file of this name already')
  const marked = withLedger(path, (ledger) => {
    if (ledger.handedOverAt() === undefined) ledger.saveHandedOverAt(at)
  })
  if (!marked.ok) return marked
  const copied = exportLedger(path, target)
  if (copied.ok) return ok(null)
  return fail(copied.code === 'damaged' ? 'damaged' : 'disk', copied.message)
}

export type Taken = {
  /** When the other station gave the queue away; `undefined`: it did not, and may poll still. Epoch ms. */
  readonly handedOverAt: number | undefined
  /** The last successful poll that this copy knows of. Epoch ms. */
  readonly lastPollAt: number | undefined
}

/**
 * Makes a ledger that was handed over the one of this profile, which has none. The copy is checked row by row under a name of
 * its own; it becomes the ledger by one rename, as the last step. Until then this profile has nothing to poll for.
 * @param promote takes a copy of a station that has not handed over, because that station is gone
 */
export function takeOverLedger(folder: string, file: string, promote: boolean): Result<Taken, CarryTrouble> {
  const path = join(folder, LEDGER_FILE)
  const incoming = join(folder, INCOMING)
  if (existsSync(path)) return fail('has-ledger', 'this profile has a ledger already')
  if (!existsSync(file)) return fail('no-ledger', 'there is no such file')
  const drop = (): void => {
    for (const suffix of DATABASE_SUFFIXES) rmSync(`${incoming}${suffix}`, { force: true })
  }
  try {
    makeFolder(dirname(incoming))
    drop()
    copyFileSync(file, incoming)
    syncFile(incoming)
    const [problem] = verifyFile(incoming)
    if (problem !== undefined) return fail('damaged', `the copy is not sound: ${problem}`)
    const taken = withLedger(incoming, (ledger): Taken => {
      const facts = { handedOverAt: ledger.handedOverAt(), lastPollAt: ledger.lastPollAt() }
      if (facts.handedOverAt !== undefined) ledger.saveHandedOverAt(undefined)
      return facts
    })
    if (!taken.ok) return taken
    if (taken.value.handedOverAt === undefined && !promote)
      return fail('not-handed-over', 'the station of this copy has not handed over, and may poll still')
    placeFile(incoming, path)
    return taken
  } catch (error) {
    return fail('damaged', `the copy cannot be read: ${error instanceof Error ? error.name : 'unknown'}`)
  } finally {
    drop()
  }
}

/** A person has decided that this station polls again. False: it had not handed over. */
export function resumeLedger(folder: string): Result<boolean, CarryTrouble> {
  const path = join(folder, LEDGER_FILE)
  if (!existsSync(path)) return fail('no-ledger', 'this profile has no ledger')
  return withLedger(path, (ledger) => {
    if (ledger.handedOverAt() === undefined) return false
    ledger.saveHandedOverAt(undefined)
    return true
  })
}
