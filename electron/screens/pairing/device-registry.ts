import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type ScreenDuty, type ScreenUse, screenDutySchema, screenUseSchema } from '../../../shared/contract/screens.ts'
import { parseJsonText } from '../../../shared/json-text.ts'
import { folded } from '../../../shared/text/folded-text.ts'
import type { Fact } from '../../storage/facts.ts'
import type { Assignment } from '../link/link-messages.ts'
import { type Fingerprint, fingerprintSchema } from './identity.ts'
import { MAX_SCREEN_NAME_CHARACTERS } from './pairing-messages.ts'

/** A shop has a few screens. Each of them may keep a connection open. */
export const MAX_DEVICES = 32

const deviceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The public key that this screen proves in each TLS handshake. */
  key: fingerprintSchema,
  /** Platform time, epoch ms. */
  pairedAt: z.number(),
  /** Last connection, platform time, epoch ms; absent: never. */
  lastSeenAt: z.number().optional(),
  /** Its use; absent: not reported. */
  use: screenUseSchema.optional(),
  /** The use that was chosen at the main computer and that the screen has not applied yet. `id`: of this change. */
  wanted: screenDutySchema.extend({ id: z.string() }).optional(),
})
export type Device = Readonly<z.infer<typeof deviceSchema>>

/** The store of the list: the main computer's ledger. A write is durable when it returns. */
export type DeviceStore = Fact<string | undefined>

/** The screens that may connect, by their public keys. Contains no secret. */
export interface DeviceRegistry {
  list(): readonly Device[]
  byKey(key: Fingerprint): Device | undefined
  /** A screen that is paired again keeps one entry. A name that another screen has gets a number. `undefined`: the list is full. */
  add(name: string, key: Fingerprint): Device | undefined
  /** The name under which `add` lists this screen. */
  freeName(name: string, key: Fingerprint): string
  /** Records that the screen is connected, or was until now. */
  recordSeen(id: string): void
  /** Records the use that the screen reported. `appliedId`: of the change that it has applied. */
  recordUse(id: string, use: ScreenUse, appliedId?: string): void
  assignment(id: string): Assignment | undefined
  /** Changes name and use of a screen; a screen that is away applies them when it is back. False: not in the list. */
  change(id: string, name: string, duty: ScreenDuty): boolean
  /** False: the id was not in the list. */
  revoke(id: string): boolean
  onChanged(listener: (id: string) => void): void
  onRevoked(listener: (id: string) => void): void
}

/** @param now platform time, epoch ms */
export function createDeviceRegistry(store: DeviceStore, now: () => number): DeviceRegistry {
  const listeners: ((id: string) => void)[] = []
  const changeListeners: ((id: string) => void)[] = []
  let devices = readDevices(store.get())

  /** The list in memory changes only after the ledger has stored it. */
  const save = (next: readonly Device[]): void => {
    store.set(JSON.stringify(next))
    devices = next
  }
  const notifyRevoked = (id: string): void => {
    for (const listener of listeners) listener(id)
  }

  return {
    list: () => devices,
    byKey: (key) => devices.find((device) => device.key === key),
    add(name, key) {
      const others = devices.filter((device) => device.key !== key)
      if (others.length >= MAX_DEVICES) return undefined
      const device: Device = { id: randomUUID(), name: freeName(name, others), key, pairedAt: now() }
      const before = devices.find((known) => known.key === key)
      save([...others, device])
      if (before !== undefined) notifyRevoked(before.id)
      return device
    },
    freeName: (name, key) =>
      freeName(
        name,
        devices.filter((device) => device.key !== key),
      ),
    recordSeen(id) {
      if (!devices.some((device) => device.id === id)) return
      save(devices.map((device) => (device.id === id ? { ...device, lastSeenAt: now() } : device)))
    },
    recordUse(id, use, appliedId?) {
      const known = devices.find((device) => device.id === id)
      if (known === undefined) return
      const { wanted, ...others } = known
      const isApplied = wanted !== undefined && wanted.id === appliedId
      if (!isApplied && isDeepStrictEqual(known.use, use)) return
      const next = isApplied ? others : known
      save(devices.map((device) => (device.id === id ? { ...next, use } : device)))
    },
    assignment: (id) => devices.find((device) => device.id === id),
    change(id, name, duty) {
      const others = devices.filter((device) => device.id !== id)
      if (others.length === devices.length) return false
      const changed = { name: freeName(name, others), wanted: { ...duty, id: randomUUID() } }
      save(devices.map((device) => (device.id === id ? { ...device, ...changed } : device)))
      for (const listener of changeListeners) listener(id)
      return true
    },
    revoke(id) {
      const others = devices.filter((device) => device.id !== id)
      if (others.length === devices.length) return false
      save(others)
      notifyRevoked(id)
      return true
    },
    onChanged(listener) {
      changeListeners.push(listener)
    },
    onRevoked(listener) {
      listeners.push(listener)
    },
  }
}

/** The name, with a number if one of the others has it: staff and tickets name a screen by it. */
function freeName(name: string, others: readonly Pick<Device, 'name'>[]): string {
  const taken = new Set(others.map((device) => folded(device.name)))
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`
    const free = `${name.slice(0, MAX_SCREEN_NAME_CHARACTERS - suffix.length).trim()}${suffix}`
    if (!taken.has(folded(free))) return free
  }
}

/** An unreadable entry is left out: its screen has to be paired again. */
function readDevices(text: string | undefined): readonly Device[] {
  if (text === undefined) return []
  const stored = parseJsonText(text)
  if (!Array.isArray(stored)) return []
  const read: Device[] = []
  for (const entry of stored) {
    const parsed = deviceSchema.safeParse(entry)
    // A list of an earlier version may have a name twice.
    if (parsed.success) read.push({ ...parsed.data, name: freeName(parsed.data.name, read) })
  }
  return read
}
