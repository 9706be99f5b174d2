import type { z } from 'zod'
import { firstCharacters } from './order-cut.ts'

/** What is kept of the reasons why something could not be read: the first ones tell what an engineer needs. */
const MOST_ISSUES = 5
const MOST_CHARACTERS = 500

/** The fields that could not be read and why, never their values. `root` names the value as a whole. */
export function problemOf(error: z.ZodError, root: string): string {
  const issues = error.issues.slice(0, MOST_ISSUES)
  const text = issues.map(({ path, message }) => `${path.join('.') || root}: ${message}`).join('; ')
  return firstCharacters(text, MOST_CHARACTERS)
}
