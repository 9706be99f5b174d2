import { join } from 'node:path'
import { z } from 'zod'
import { LOCALES, type Locale } from '../../shared/contract/settings.ts'
import { readText, writePrivateFile } from '../files/regular-file.ts'

const schema = z.object({ locale: z.enum(LOCALES) })

/**
 * The language of the kitchen in a file beside the ledger: a message about a ledger that cannot be read is shown in it.
 * Nothing depends on this file, so it is not durable, and its errors are ignored.
 */
export function openLanguageFile(folder: string) {
  const path = join(folder, 'language.json')
  const read = (): Locale | undefined => {
    try {
      return schema.safeParse(JSON.parse(readText(path))).data?.locale
    } catch {
      return undefined
    }
  }
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
