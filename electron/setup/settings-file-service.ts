import { z } from 'zod'
import type { CallResult } from '../../shared/contract/contract.ts'
import { type Settings, type SettingsPatch, settingsPatchSchema } from '../../shared/contract/settings.ts'
import type { SettingsImport } from '../../shared/contract/settings-file.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, ok } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'

/** Lets the user choose a file of at most so many bytes; absent when none was chosen. Rejects when it cannot be read. */
export type OpenFile = (maxBytes: number, extensions?: readonly string[]) => Promise<string | undefined>

/** Exports the settings to a file and imports them on another computer. */
export interface SettingsFile {
  exportSettings(): Promise<CallResult<{ isSaved: boolean }>>
  /** Applies the valid settings; every other setting of the file is returned with the reason. */
  importSettings(): Promise<CallResult<SettingsImport>>
}

/** Larger than any valid settings. */
const MAX_BYTES = 1_000_000
const MAX_NAME = 60
const MAX_REFUSED = 50

/** Marks a file of Comanda, so that no other JSON is accepted. */
const fileSchema = z.object({ comanda: z.literal('settings'), settings: z.record(z.string(), z.unknown()) })

/** The set-up step belongs to one machine and is not exported. */
const { setupStep: _ownToTheMachine, ...KNOWN } = settingsPatchSchema.shape

export function createSettingsFile(parts: {
  readonly settings: () => Settings
  readonly change: (patch: SettingsPatch) => CallResult<Settings>
  /** Lets the user choose where to save; false when the user cancels. Rejects when the file cannot be written. */
  readonly saveFile: (suggestedName: string, text: string) => Promise<boolean>
  readonly openFile: OpenFile
  readonly log: Log
}): SettingsFile {
  const { settings, change, saveFile, openFile, log } = parts
  /** Expected: the system refuses the chosen folder or file. */
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
        // Written explicitly, so that an import removes the value of a screen that has one.
        const { preparationMinutes = null } = portable
        const file = { comanda: 'settings', settings: { ...portable, preparationMinutes } }
        const text = JSON.stringify(file, undefined, 2)
        return ok({ isSaved: await saveFile('comanda-settings.json', `${text}\n`) })
      }),
    importSettings: () =>
      withFile<SettingsImport>(async () => {
        const text = await openFile(MAX_BYTES)
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
        return ok({ outcome: 'taken', taken, refused: refused.slice(0, MAX_REFUSED) })
      }),
  }
}

type Read = Pick<Extract<SettingsImport, { outcome: 'taken' }>, 'refused'> & { readonly patch: SettingsPatch }

/** Each setting is checked by itself: from a file of a newer version the settings that both versions know are applied. */
function settingsOf(text: string): Read | undefined {
  const file = fileSchema.safeParse(parseJsonText(text))
  if (!file.success) return undefined
  const refused: Read['refused'] = []
  const fitting: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(file.data.settings)) {
    const schema = Object.entries(KNOWN).find(([known]) => known === name)?.[1]
    const parsed = schema?.safeParse(value)
    if (parsed?.success) fitting[name] = parsed.data
    else refused.push({ name: name.slice(0, MAX_NAME), why: schema === undefined ? 'unknown' : 'invalid' })
  }
  return { patch: settingsPatchSchema.parse(fitting), refused }
}
