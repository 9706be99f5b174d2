import { nameParts } from '../../shared/text/first-name.ts'

/** First name and initial, for example "Rafael N.". Guests see the screen of the counter, so it shows no full names. */
export function shortName(name: string): string {
  const { called, last } = nameParts(name)
  return last === undefined ? called : `${called} ${[...last][0] ?? ''}.`
}
