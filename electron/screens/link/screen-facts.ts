import type { CallResult } from '../../../shared/contract/contract.ts'
import {
  applySettingsPatch,
  DEFAULT_SETTINGS,
  SETTING_NAMES,
  type Settings,
  type SettingsPatch,
  settingMarks,
  settingsSchema,
} from '../../../shared/contract/settings.ts'
import { fail, messageOf, ok } from '../../../shared/result.ts'
import type { Log } from '../../logging/log-port.ts'
import type { ScreenStore } from '../../storage/screen-store.ts'

/** Names of the single values in the screen's store. */
const NAMES = ['settings', 'places', 'lock', 'clock-offset', 'sound-test', 'name'] as const
export type ScreenFact = (typeof NAMES)[number]

/** A change of the screen's store, durable when it returns `ok`. */
export function durably(
  store: ScreenStore | undefined,
  log: Log,
  change: (store: ScreenStore) => void,
): CallResult<null> {
  if (store === undefined) return fail('storage', 'This screen has no storage')
  try {
    change(store)
    return ok(null)
  } catch (error) {
    log.error('storage-refused', { error: messageOf(error) })
    return fail('storage', messageOf(error))
  }
}

/** Stored values of a screen, also in memory: a snapshot can be requested after the store was closed. */
export interface ScreenFacts {
  get(name: ScreenFact): string | undefined
  /** Durable when it returns `ok`. */
  save(name: ScreenFact, value: string): CallResult<null>
}

export function createScreenFacts(store: ScreenStore | undefined, log: Log): ScreenFacts {
  const facts = new Map(NAMES.map((name) => [name, store?.fact(name)]))
  return {
    get: (name) => facts.get(name),
    save(name, value) {
      const saved = durably(store, log, (into) => into.saveFact(name, value))
      if (saved.ok) facts.set(name, value)
      return saved
    },
  }
}

/** Settings that each screen has of its own; the others are those of the kitchen and come from the main computer. */
const OWN_SETTINGS = SETTING_NAMES.filter((name) => settingMarks(name).ofScreen !== undefined)

type Own = Partial<Settings>

const isOwn = (name: string): name is keyof Settings => OWN_SETTINGS.some((own) => own === name)

/** Whether a patch changes only settings that belong to a screen. */
const isOwnPatch = (patch: SettingsPatch): boolean => Object.keys(patch).every(isOwn)

/** The stored settings of this screen; empty when they cannot be read. */
function readOwnSettings(text: string | undefined): Own {
  if (text === undefined) return {}
  try {
    const stored: unknown = JSON.parse(text)
    const read = settingsSchema.partial().safeParse(stored)
    if (!read.success || typeof stored !== 'object' || stored === null) return {}
    // Parsing adds defaults for settings that were never changed here; they are removed.
    return Object.fromEntries(Object.entries(read.data).filter(([name]) => isOwn(name) && Object.hasOwn(stored, name)))
  } catch {
    return {}
  }
}

/** The settings of this screen's window. */
function screenSettings(kitchen: Settings, own: Own): Settings {
  const untouched = OWN_SETTINGS.filter((name) => settingMarks(name).ofScreen === 'own').map((name) => [
    name,
    DEFAULT_SETTINGS[name],
  ])
  return { ...kitchen, ...Object.fromEntries(untouched), setupStep: 'done', ...own }
}

/** The settings of this screen after a change, for the store. */
function changedOwnSettings(kitchen: Settings, own: Own, patch: SettingsPatch): Own {
  const changed = applySettingsPatch(screenSettings(kitchen, own), patch)
  return {
    ...own,
    ...Object.fromEntries(
      Object.keys(patch)
        .filter(isOwn)
        .map((name) => [name, changed[name]]),
    ),
  }
}

/** The settings of one screen: its own, and those of the kitchen. */
export interface OwnSettings {
  now(): Settings
  /** Durable when it returns `ok`, with the settings after the change. */
  change(patch: SettingsPatch): CallResult<Settings>
}

export function createOwnSettings(parts: {
  readonly facts: Pick<ScreenFacts, 'get' | 'save'>
  /** The role that was chosen when this screen joined. */
  readonly firstRole: Settings['role'] | undefined
  readonly kitchenSettings: () => Settings
}): OwnSettings {
  const { facts, firstRole, kitchenSettings } = parts
  let own: Own = {
    ...(firstRole === undefined ? {} : { role: firstRole }),
    ...readOwnSettings(facts.get('settings')),
  }
  const now = (): Settings => screenSettings(kitchenSettings(), own)
  return {
    now,
    change(patch) {
      if (!isOwnPatch(patch)) return fail('not-allowed', "The kitchen's settings are changed at the main computer")
      const changed = changedOwnSettings(kitchenSettings(), own, patch)
      const saved = facts.save('settings', JSON.stringify(changed))
      if (!saved.ok) return saved
      own = changed
      return ok(now())
    },
  }
}
