import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../shared/settings.ts'
import type { LedgerDatabase } from './ledger-database.ts'
import type { Ledger } from './ports.ts'

export type FactRepository = Pick<
  Ledger,
  | 'places'
  | 'savePlaces'
  | 'channelsSeen'
  | 'saveChannelsSeen'
  | 'settings'
  | 'saveSettings'
  | 'lastPollAt'
  | 'recordPoll'
  | 'lockRecord'
  | 'saveLockRecord'
>

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Settings as stored; a value that this version does not take gives way to its default, alone. */
export function readSettings(text: string | undefined): Settings {
  const stored = text === undefined ? undefined : parsedJson(text)
  if (typeof stored !== 'object' || stored === null) return DEFAULT_SETTINGS
  const taken = Object.entries(settingsSchema.shape).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(Object.getOwnPropertyDescriptor(stored, name)?.value)
    return parsed.success ? [[name, parsed.data]] : []
  })
  return settingsSchema.parse(Object.fromEntries(taken))
}

/** A list of names as stored; what is none is left out. */
function readNames(text: string | undefined): readonly string[] {
  const stored = text === undefined ? undefined : parsedJson(text)
  return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
}

/** Single values: the places of tickets, the settings, when the last poll succeeded, the lock. */
export function factRepository(ledger: LedgerDatabase): FactRepository {
  const byName = ledger.facts.select<[string]>('WHERE name = ?')
  const value = (name: string): string | undefined => byName.first(name)?.value
  const put = (name: string, value: string): void => ledger.atomically(() => ledger.facts.put({ name, value }))
  return {
    places: () => value('places'),
    savePlaces: (places) => put('places', places),
    channelsSeen: () => readNames(value('channels_seen')),
    saveChannelsSeen: (channels) => put('channels_seen', JSON.stringify(channels)),
    settings: () => readSettings(value('settings')),
    saveSettings: (settings) => put('settings', JSON.stringify(settings)),
    lastPollAt: () => {
      const at = value('last_poll_at')
      return at === undefined ? undefined : Number(at)
    },
    recordPoll: (at) => put('last_poll_at', String(at)),
    lockRecord: () => value('lock') || undefined,
    saveLockRecord: (record) => put('lock', record ?? ''),
  }
}
