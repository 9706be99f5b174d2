import { join } from 'node:path'
import { z } from 'zod'
import type { Locale } from '../../shared/contract/settings.ts'
import { LOCALES } from '../../shared/contract/values.ts'
import { readJson, writePrivateFile } from '../files/regular-file.ts'

const schema = z.object({ locale: z.enum(LOCALES) })

/**
 * The language of the kitchen in a file beside the ledger: a message about a ledger that cannot be read is shown in it.
 * Nothing depends on this file, so it is not durable, and its errors are ignored.
 */
export function openLanguageFile(folder: string) {
  const path = join(folder, 'language.json')
  const read = (): Locale | undefined => readJson(path, schema)?.locale
  return {
    read,
    save(locale: Locale): void {
      if (read() === locale) return
      try {
        writePrivateFile(path, JSON.stringify({ locale }))
      } catch {
        // The disk may be full or read-only.
      }
    },
  }
}
