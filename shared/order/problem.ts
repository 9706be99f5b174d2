import type { z } from 'zod'
import { firstCharacters } from './order-cut.ts'

/** Most reasons that are kept for an unreadable value: the first ones are enough for an engineer. */
const MAX_ISSUES = 5
const MAX_CHARACTERS = 500

/** The unreadable fields with the reasons, never their values. `root` names the value as a whole. */
export function problemOf(error: z.ZodError, root: string): string {
  const issues = error.issues.slice(0, MAX_ISSUES)
  const text = issues.map(({ path, message }) => `${path.join('.') || root}: ${message}`).join('; ')
  return firstCharacters(text, MAX_CHARACTERS)
}
