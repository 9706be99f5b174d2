import { z } from 'zod'
import type { CallResult } from '../../shared/contract.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, ok } from '../../shared/result.ts'
import { type Settings, type SettingsPatch, settingsPatchSchema } from '../../shared/settings.ts'
import type { SettingsImport } from '../../shared/settings-file.ts'
import type { Log } from '../logging/log-port.ts'

/** Asks a person for a file of at most so many bytes; absent when they chose none. Rejects when it cannot be read. */
export type OpenFile = (mostBytes: number) => Promise<string | undefined>

export type SettingsFileParts = {
  readonly settings: () => Settings
  readonly change: (patch: SettingsPatch) => CallResult<Settings>
  /** Asks a person where to; false when they decide against it. Rejects when it cannot be written. */
  readonly saveFile: (suggestedName: string, text: string) => Promise<boolean>
  readonly openFile: OpenFile
  readonly log: Log
}

/** Carries the settings from one kitchen screen to the next. */
export type SettingsFile = {
  exportSettings(): Promise<CallResult<{ isSaved: boolean }>>
  /** Takes what it can; every other setting of the file is named with the reason. */
  importSettings(): Promise<CallResult<SettingsImport>>
}

/** Beyond any list of stations and words that the settings allow. */
const MOST_BYTES = 1_000_000
const MOST_NAME = 60
const MOST_REFUSED = 50

/** A file of ours says so, so that no other JSON is taken for one. */
const fileSchema = z.object({ comanda: z.literal('settings'), settings: z.record(z.string(), z.unknown()) })

/** How far the set-up of one machine has come says nothing about another. */
const { setupStep: _ownToTheMachine, ...KNOWN } = settingsPatchSchema.shape

export function createSettingsFile({ settings, change, saveFile, openFile, log }: SettingsFileParts): SettingsFile {
  /** Expected: a person chose a place or a file that the system refuses. */
  const withFile = async <T>(work: () => Promise<CallResult<T>>): Promise<CallResult<T>> => {
    try {
      return await work()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      log.warn('settings-file-failed', { code })
      return fail('storage', `the file could not be used: ${code}`)
    }
  }
  return {
    exportSettings: () =>
      withFile(async () => {
        const { setupStep: _ownToTheMachine, ...portable } = settings()
        // Said aloud, so that a screen which announces a time gives it up as well.
        const { preparationMinutes = null } = portable
        const file = { comanda: 'settings', settings: { ...portable, preparationMinutes } }
        const text = JSON.stringify(file, undefined, 2)
        return ok({ isSaved: await saveFile('comanda-settings.json', `${text}\n`) })
      }),
    importSettings: () =>
      withFile<SettingsImport>(async () => {
        const text = await openFile(MOST_BYTES)
        if (text === undefined) return ok({ outcome: 'cancelled' })
        const read = settingsOf(text)
        if (read === undefined) return ok({ outcome: 'unreadable' })
        const { patch, refused } = read
        const taken = Object.keys(patch).length
        if (taken > 0) {
          const changed = change(patch)
          if (!changed.ok) return changed
        }
        log.info('settings-imported', { count: taken })
        return ok({ outcome: 'taken', taken, refused: refused.slice(0, MOST_REFUSED) })
      }),
  }
}

type Read = Pick<Extract<SettingsImport, { outcome: 'taken' }>, 'refused'> & { readonly patch: SettingsPatch }

/** Each setting stands or falls by itself: a file of a newer version still brings what both versions know. */
function settingsOf(text: string): Read | undefined {
  const file = fileSchema.safeParse(parseJsonText(text))
  if (!file.success) return undefined
  const refused: Read['refused'] = []
  const fitting: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(file.data.settings)) {
    const schema = Object.entries(KNOWN).find(([known]) => known === name)?.[1]
    const parsed = schema?.safeParse(value)
    if (parsed?.success) fitting[name] = parsed.data
    else refused.push({ name: name.slice(0, MOST_NAME), why: schema === undefined ? 'unknown' : 'invalid' })
  }
  return { patch: settingsPatchSchema.parse(fitting), refused }
}
