import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type LogLine = Readonly<Record<string, unknown>> & { readonly event?: string }

/** The complete lines in the log of this profile. */
export function logLines(profile: string): readonly LogLine[] {
  const folder = join(profile, 'logs')
  if (!existsSync(folder)) return []
  const text = readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('')
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line)
      return typeof value === 'object' && value !== null ? [value as LogLine] : []
    } catch {
      return []
    }
  })
}

export const logEvents = (profile: string): readonly string[] => logLines(profile).flatMap(({ event }) => event ?? [])
