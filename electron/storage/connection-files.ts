import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { CHANNEL_COLORS, type ChannelColor } from '../../shared/contract/values.ts'
import { SLOTS, type Slot } from '../../shared/ticket/ticket-key.ts'
import { makeFolder } from '../files/name-conflicts.ts'
import { readJson } from '../files/regular-file.ts'
import { placeFile, replaceFile, syncFolder } from './durable-files.ts'
import { LEDGER_FILE } from './storage.ts'

const FILE = 'connection.json'
const FOLDER = 'connections'
/** In the profile's own folder: which connections have had a ledger, for a folder that is gone as a whole. */
const REGISTRY = 'connections.json'
/** Behind the name of a folder whose connection was removed. */
const REMOVED = '.removed'
/** Of a screen that becomes the main computer. */
const INCOMING = `${FILE}.incoming`

/** Of a main computer that became a screen: its connection ends when the screen becomes a main computer again. */
const ENDING = `${FILE}.ending`

const schema = z.object({
  name: z.string().min(1),
  color: z.enum(CHANNEL_COLORS),
  isPaused: z.boolean().default(false),
})
/** What a kitchen knows of a connection beside its credentials. */
export type ConnectionFile = z.infer<typeof schema>

const registrySchema = z.array(schema.extend({ slot: z.literal(SLOTS) }))

/** The colour of a slot until a person chooses another. */
export const colorOfSlot = (slot: Slot): ChannelColor =>
  CHANNEL_COLORS[(slot * 3 + 1) % CHANNEL_COLORS.length] ?? 'blue'

/**
 * The connections of a profile, each with a file that says what it is. The first one lives in the profile's own folder, so that a
 * profile of one connection has no such file; another one has a folder of its own.
 */
export function openConnectionFiles(profile: string): ConnectionFiles {
  const folderOf = (slot: Slot): string => (slot === 1 ? profile : join(profile, FOLDER, String(slot)))
  const pathOf = (slot: Slot): string => join(folderOf(slot), FILE)
  /** Read once: each ticket names its connection, and this program alone writes the files. */
  const known = new Map<Slot, ConnectionFile | undefined>()
  const registry = join(profile, REGISTRY)
  const remembered = new Map(readJson(registry, registrySchema)?.map(({ slot, ...file }) => [slot, file]))
  const hasLedger = (slot: Slot): boolean => existsSync(join(folderOf(slot), LEDGER_FILE))
  /** A ledger alone is a connection too, and so is what is remembered: its files were lost, and not the connection. */
  const exists = (slot: Slot): boolean =>
    slot === 1 || remembered.has(slot) || existsSync(pathOf(slot)) || hasLedger(slot)

  const registryNow = (): string => JSON.stringify([...remembered].map(([slot, file]) => ({ slot, ...file })))
  let stored = registryNow()
  const saveRegistry = (): void => {
    const content = registryNow()
    if (content === stored) return
    replaceFile(registry, content)
    stored = content
  }
  const forget = (slot: Slot): void => {
    remembered.delete(slot)
    saveRegistry()
  }
  const read = (slot: Slot): ConnectionFile | undefined => {
    if (!known.has(slot)) known.set(slot, readJson(pathOf(slot), schema) ?? remembered.get(slot))
    return known.get(slot)
  }
  const makeFolderOf = (slot: Slot): void => {
    if (slot !== 1) makeFolder(join(profile, FOLDER))
    makeFolder(folderOf(slot))
  }
  const save = (slot: Slot, file: ConnectionFile): void => {
    makeFolderOf(slot)
    replaceFile(pathOf(slot), JSON.stringify(file))
    known.set(slot, file)
  }

  const remove = (slot: Exclude<Slot, 1>): void => {
    known.delete(slot)
    const removed = `${folderOf(slot)}${REMOVED}`
    rmSync(removed, { recursive: true, force: true })
    renameSync(folderOf(slot), removed)
    syncFolder(join(profile, FOLDER))
    forget(slot)
    rmSync(removed, { recursive: true, force: true })
  }

  return {
    folderOf,
    slots: () => SLOTS.filter(exists),
    read,
    save,
    remember(slots) {
      for (const slot of slots) {
        const file = read(slot)
        if (file !== undefined && hasLedger(slot)) remembered.set(slot, file)
      }
      saveRegistry()
    },
    lost: () => [...remembered.keys()].filter((slot) => !hasLedger(slot)),
    makeFolderOf,
    prepare(slot, file) {
      makeFolderOf(slot)
      replaceFile(join(folderOf(slot), INCOMING), JSON.stringify(file))
    },
    placeIncoming(slot) {
      known.delete(slot)
      if (existsSync(join(folderOf(slot), INCOMING))) placeFile(join(folderOf(slot), INCOMING), pathOf(slot))
    },
    dropIncoming(slot) {
      for (const name of [INCOMING, ENDING]) rmSync(join(folderOf(slot), name), { force: true })
    },
    prepareEnd: (slot) => replaceFile(join(folderOf(slot), ENDING), ''),
    completeEnd(slot) {
      if (existsSync(join(folderOf(slot), ENDING))) remove(slot)
    },
    remove,
    finishRemovals() {
      const folder = join(profile, FOLDER)
      if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return
      for (const name of readdirSync(folder)) {
        if (!name.endsWith(REMOVED)) continue
        const slot = SLOTS.find((one) => `${one}${REMOVED}` === name)
        if (slot !== undefined) forget(slot)
        rmSync(join(folder, name), { recursive: true, force: true })
      }
    },
  }
}
export interface ConnectionFiles {
  folderOf(slot: Slot): string
  /** The slots with a connection, the first one always. */
  slots(): readonly Slot[]
  /** `undefined`: it has no file, or the file cannot be read. */
  read(slot: Slot): ConnectionFile | undefined
  /** Remembers these connections, of those with a ledger, beside their folders. Durable when it returns. */
  remember(slots: readonly Slot[]): void
  /** Remembered connections whose ledger is gone, with its folder or alone. */
  lost(): readonly Slot[]
  /** What is no folder and has its name, or that of the folder of all, is set aside. */
  makeFolderOf(slot: Slot): void
  /** Durable when it returns. */
  save(slot: Slot, file: ConnectionFile): void
  /** Prepares a connection that begins with `placeIncoming`. */
  prepare(slot: Slot, file: ConnectionFile): void
  /** May be repeated after an interruption at any point. */
  placeIncoming(slot: Slot): void
  dropIncoming(slot: Slot): void
  /** Prepares the end of a connection that `completeEnd` ends. */
  prepareEnd(slot: Exclude<Slot, 1>): void
  /** May be repeated after an interruption at any point. */
  completeEnd(slot: Exclude<Slot, 1>): void
  /** Ends a connection: its folder is renamed first, so that a start after a crash finishes it. */
  remove(slot: Exclude<Slot, 1>): void
  /** Erases the folders of connections whose removal a crash interrupted. */
  finishRemovals(): void
}
