import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { makeFolder } from '../files/name-conflicts.ts'
import { readText } from '../files/regular-file.ts'
import { moveDatabase, placeFile, removeDatabase, replaceFile, syncFile, syncFolder } from './durable-files.ts'
import type { Ledger } from './ports.ts'
import { exportLedger, openLedgerStore, verifyFile } from './repair.ts'
import { CACHE_FILE, LEDGER_FILE } from './storage.ts'
import { backupFolderOf, quarantineFolderOf, stampedName } from './storage-layout.ts'

const FENCE_FILE = 'handed-over.json'

const schema = z.object({
  at: z.number(),
  /** The public key of the screen that is to become the main computer; absent: the queue went into a file. */
  to: z.string().optional(),
  /** Whether that screen has opened the ledger. */
  isTaken: z.boolean().optional(),
})
export type HandedOver = Readonly<z.infer<typeof schema>>

/**
 * A file beside the ledger that records that this profile has given its queue of orders away. It stays when the ledger
 * is restored from an older copy. Each write is durable when it returns.
 */
export function openFence(profile: string) {
  const path = join(profile, FENCE_FILE)
  const handedOver = (): HandedOver | undefined => {
    if (!existsSync(path)) return undefined
    try {
      return schema.safeParse(parseJsonText(readText(path))).data ?? { at: 0 }
    } catch {
      return { at: 0 }
    }
  }
  const write = (content: HandedOver): void => replaceFile(path, JSON.stringify(content))
  return {
    /** `at` in epoch ms. An unreadable file gives `at` 0: then nothing is polled either. */
    handedOver,
    /** Does nothing when the fence is raised already. */
    raise(content: { readonly at: number; readonly to?: string }): void {
      if (!existsSync(path)) write(content)
    },
    /** Records that the receiver has the ledger. From then on the queue is not taken back automatically. */
    recordTaken(): void {
      const known = handedOver()
      if (known !== undefined && known.isTaken !== true) write({ ...known, isTaken: true })
    },
    /** Removes the fence: staff have decided that this profile polls. */
    remove(): void {
      if (!existsSync(path)) return
      rmSync(path, { recursive: true, force: true })
      syncFolder(profile)
    },
  }
}

const INCOMING = `${LEDGER_FILE}.incoming`

/** Why a ledger was not moved. `not-handed-over`: the file is a copy of a main computer that may still poll. */
export type CarryTrouble = 'no-ledger' | 'has-ledger' | 'damaged' | 'not-handed-over' | 'handed-to-other' | 'disk'

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
 * Gives the queue of orders away: marks fence and ledger durably, so that this computer polls no more, then writes a verified
 * copy. It can be repeated after any interruption. The caller holds the profile's lock.
 * @param at epoch ms
 */
export function handOverLedger(folder: string, target: string, at: number): Result<null, CarryTrouble> {
  const path = join(folder, LEDGER_FILE)
  if (!existsSync(path)) return fail('no-ledger', 'this profile has no ledger')
  if (existsSync(target)) return fail('has-ledger', 'there is a file of this name already')
  // The fence first: the ledger may later be restored from an older copy.
  openFence(folder).raise({ at })
  const marked = withLedger(path, (ledger) => {
    if (ledger.facts.handedOverAt.get() === undefined) ledger.facts.handedOverAt.set(at)
  })
  if (!marked.ok) return marked
  const copied = exportLedger(path, target)
  if (copied.ok) return ok(null)
  return fail(copied.code === 'damaged' ? 'damaged' : 'disk', copied.message)
}

export type Taken = {
  /** When the other main computer gave the queue away, epoch ms; `undefined`: it did not, and may still poll. */
  readonly handedOverAt: number | undefined
  /** The public key of the only screen that may take it; `undefined`: any machine that has the file. */
  readonly handedOverTo: string | undefined
  /** The last successful poll in this copy, epoch ms. */
  readonly lastPollAt: number | undefined
}

/** Removes a prepared ledger that will not be placed: it has the orders in readable form. */
export const dropIncoming = (folder: string): void => removeDatabase(join(folder, INCOMING))

/**
 * Copies a ledger to a separate name, checks it row by row, and removes the marks of a hand-over.
 * @param promote also a ledger that was not handed over: its main computer is gone
 * @param receiver the public key of this machine's link
 * @param adjust changes the copy
 */
export function prepareIncoming(
  folder: string,
  file: string,
  promote: boolean,
  receiver?: string,
  adjust: (ledger: Ledger) => void = () => undefined,
): Result<Taken, CarryTrouble> {
  const incoming = join(folder, INCOMING)
  let isReady = false
  try {
    makeFolder(folder)
    dropIncoming(folder)
    copyFileSync(file, incoming)
    syncFile(incoming)
    const [problem] = verifyFile(incoming)
    if (problem !== undefined) return fail('damaged', `the copy is not sound: ${problem}`)
    const taken = withLedger(incoming, (ledger): Taken => {
      const facts = {
        handedOverAt: ledger.facts.handedOverAt.get(),
        handedOverTo: ledger.facts.handedOverTo.get(),
        lastPollAt: ledger.facts.lastPollAt.get(),
      }
      if (facts.handedOverAt !== undefined) ledger.facts.handedOverAt.set(undefined)
      ledger.facts.handedOverTo.set(undefined)
      adjust(ledger)
      return facts
    })
    if (!taken.ok) return taken
    const { handedOverAt, handedOverTo } = taken.value
    if (handedOverAt === undefined && !promote)
      return fail('not-handed-over', 'the main computer of this copy has not handed over, and may poll still')
    // SECURITY: hand-over-bound (docs/security.md). Two machines that take one hand-over would both poll.
    if (handedOverTo !== undefined && handedOverTo !== receiver)
      return fail('handed-to-other', 'this copy was handed to another screen')
    syncFile(incoming)
    isReady = true
    return taken
  } catch (error) {
    return fail('damaged', `the copy cannot be read: ${error instanceof Error ? error.name : 'unknown'}`)
  } finally {
    if (!isReady) dropIncoming(folder)
  }
}

/** Prepares a new ledger under the same separate name. */
export function prepareNewLedger(folder: string, fill: (ledger: Ledger) => void): Result<null, CarryTrouble> {
  const incoming = join(folder, INCOMING)
  dropIncoming(folder)
  const filled = withLedger(incoming, fill)
  if (!filled.ok) return filled
  const [problem] = verifyFile(incoming)
  if (problem !== undefined) return fail('damaged', `the new ledger is not sound: ${problem}`)
  syncFile(incoming)
  return ok(null)
}

/**
 * Makes the prepared ledger that of this profile, by one rename as the last step. An existing one goes into quarantine with
 * its copies. May be repeated after an interruption.
 * @param now epoch ms
 */
export function placeIncoming(folder: string, now: number): void {
  const path = join(folder, LEDGER_FILE)
  const incoming = join(folder, INCOMING)
  if (!existsSync(incoming)) return
  const quarantine = join(quarantineFolderOf(path), stampedName(path, now, ''))
  if (existsSync(path)) {
    makeFolder(quarantine)
    moveDatabase(path, join(quarantine, LEDGER_FILE))
  }
  if (existsSync(backupFolderOf(path))) {
    makeFolder(quarantine)
    renameSync(backupFolderOf(path), join(quarantine, 'backups'))
    syncFolder(quarantine)
    syncFolder(folder)
  }
  // The cache belongs to another ledger. The orders are read from the platform again.
  removeDatabase(join(folder, CACHE_FILE))
  openFence(folder).remove()
  placeFile(incoming, path)
}

/** Takes over a ledger that was handed over, into a profile without a ledger. */
export function takeOverLedger(
  folder: string,
  file: string,
  choices: { readonly promote: boolean; readonly now: number },
): Result<Taken, CarryTrouble> {
  if (existsSync(join(folder, LEDGER_FILE))) return fail('has-ledger', 'this profile has a ledger already')
  if (!existsSync(file)) return fail('no-ledger', 'there is no such file')
  const taken = prepareIncoming(folder, file, choices.promote)
  if (taken.ok) placeIncoming(folder, choices.now)
  return taken
}

/** Makes this main computer poll again, when staff decide so. False: it had not handed over. */
export function resumeLedger(folder: string): Result<boolean, CarryTrouble> {
  const path = join(folder, LEDGER_FILE)
  if (!existsSync(path)) return fail('no-ledger', 'this profile has no ledger')
  const fence = openFence(folder)
  const wasFenced = fence.handedOver() !== undefined
  const resumed = withLedger(path, (ledger) => {
    if (ledger.facts.handedOverAt.get() === undefined) return wasFenced
    ledger.facts.handedOverAt.set(undefined)
    ledger.facts.handedOverTo.set(undefined)
    return true
  })
  if (resumed.ok) fence.remove()
  return resumed
}
