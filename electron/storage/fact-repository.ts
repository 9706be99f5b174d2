import { z } from 'zod'
import { parseJsonText } from '../../shared/json-text.ts'
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../shared/settings.ts'
import { platformMs, TIME_SOURCES } from '../../shared/time.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import { type ClockEntry, type Ledger, NIGHT_TASKS, WAITING_CALLS } from './ports.ts'

export type FactRepository = Pick<
  Ledger,
  | 'places'
  | 'savePlaces'
  | 'channelsSeen'
  | 'saveChannelsSeen'
  | 'clockLog'
  | 'recordClock'
  | 'nightWork'
  | 'saveNightWork'
  | 'settings'
  | 'saveSettings'
  | 'lastPollAt'
  | 'recordPoll'
  | 'retryAfters'
  | 'saveRetryAfters'
  | 'lockRecord'
  | 'saveLockRecord'
  | 'devices'
  | 'saveDevices'
  | 'screensPort'
  | 'saveScreensPort'
  | 'customersLink'
  | 'saveCustomersLink'
  | 'handedOverAt'
  | 'saveHandedOverAt'
  | 'handedOverTo'
  | 'saveHandedOverTo'
  | 'copyKeys'
  | 'saveCopyKeys'
  | 'generation'
  | 'saveGeneration'
>

/** Entries of a week of normal starts; a clock that steps at each answer must not fill the ledger. */
const MAX_CLOCK_ENTRIES = 200
const clockLogSchema = z.array(z.object({ at: z.number(), source: z.enum(TIME_SOURCES), offsetMs: z.number() }))

const retryAftersSchema = z.array(z.object({ call: z.enum(WAITING_CALLS), at: z.number(), waitMs: z.number() }))

const nightSchema = z.object({
  date: z.string(),
  results: z.array(
    z.object({
      task: z.enum(NIGHT_TASKS),
      at: z.number(),
      durationMs: z.number(),
      outcome: z.enum(['done', 'failed']),
      reason: z.string().optional(),
    }),
  ),
})

/** Settings as stored. A value that this version does not accept is replaced by its default; the others stay. */
export function readSettings(text: string | undefined): Settings {
  const stored = text === undefined ? undefined : parseJsonText(text)
  if (typeof stored !== 'object' || stored === null) return DEFAULT_SETTINGS
  const taken = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(Object.getOwnPropertyDescriptor(stored, name)?.value)
    return parsed.success ? [[name, parsed.data]] : []
  })
  return settingsSchema.parse(Object.fromEntries(taken))
}

/**
 * `readSettings` that parses a text only if it differs from the last one: each call to the platform reads the settings,
 * and parsing took a sixth of the processor time of a kitchen without orders.
 */
function settingsReader(): typeof readSettings {
  let last: { readonly text: string | undefined; readonly settings: Settings } | undefined
  return (text) => {
    if (last === undefined || last.text !== text) last = { text, settings: readSettings(text) }
    return last.settings
  }
}

/** A list of names as stored. Elements that are no text are left out. */
function readNames(text: string | undefined): readonly string[] {
  const stored = text === undefined ? undefined : parseJsonText(text)
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
}

/** Single values: the places of tickets, the settings, when the last poll succeeded, the lock. */
export function factRepository(ledger: LedgerDatabase): FactRepository {
  const byName = ledger.facts.select<[string]>('WHERE name = ?')
  const value = (name: string): string | undefined => byName.first(name)?.value
  const put = (name: string, value: string): void => ledger.atomically(() => ledger.facts.put({ name, value }))
  const settingsOf = settingsReader()
  const clockLog = (): readonly ClockEntry[] => {
    const parsed = clockLogSchema.safeParse(parseJsonText(value('clock') ?? ''))
    return parsed.success ? parsed.data.map((entry) => ({ ...entry, at: platformMs(entry.at) })) : []
  }
  return {
    places: () => value('places'),
    savePlaces: (places) => put('places', places),
    channelsSeen: () => readNames(value('channels_seen')),
    saveChannelsSeen: (channels) => put('channels_seen', JSON.stringify(channels)),
    settings: () => settingsOf(value('settings')),
    saveSettings: (settings) => put('settings', JSON.stringify(settings)),
    lastPollAt: () => {
      const at = value('last_poll_at')
      return at === undefined ? undefined : platformMs(Number(at))
    },
    recordPoll: (at) => put('last_poll_at', String(at)),
    retryAfters: () => retryAftersSchema.safeParse(parseJsonText(value('retry_after') ?? '')).data ?? [],
    saveRetryAfters: (waits) => put('retry_after', JSON.stringify(waits)),
    clockLog,
    recordClock: (entry) => put('clock', JSON.stringify([...clockLog(), entry].slice(-MAX_CLOCK_ENTRIES))),
    nightWork: () => nightSchema.safeParse(parseJsonText(value('night_work') ?? '')).data,
    saveNightWork: (report) => put('night_work', JSON.stringify(report)),
    lockRecord: () => value('lock') || undefined,
    saveLockRecord: (record) => put('lock', record ?? ''),
    devices: () => value('devices'),
    saveDevices: (text) => put('devices', text),
    screensPort: () => {
      const port = value('screens_port')
      return port === undefined ? undefined : Number(port)
    },
    saveScreensPort: (port) => put('screens_port', String(port)),
    customersLink: () => value('customers_link') || undefined,
    saveCustomersLink: (text) => put('customers_link', text),
    handedOverAt: () => {
      const at = value('handed_over_at')
      return at ? Number(at) : undefined
    },
    saveHandedOverAt: (at) => put('handed_over_at', at === undefined ? '' : String(at)),
    handedOverTo: () => value('handed_over_to') || undefined,
    saveHandedOverTo: (key) => put('handed_over_to', key ?? ''),
    copyKeys: () => value('copy_keys'),
    saveCopyKeys: (text) => put('copy_keys', text),
    generation: () => Number(value('generation') ?? 0),
    saveGeneration: (generation) => put('generation', String(generation)),
  }
}
