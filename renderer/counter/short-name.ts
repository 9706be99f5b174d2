import { nameParts } from '../../shared/first-name.ts'

/** "Rafael N.": enough to tell two of a name apart, and no more of it on a screen that guests see. */
export function shortName(name: string): string {
  const { called, last } = nameParts(name)
  return last === undefined ? called : `${called} ${[...last][0] ?? ''}.`
}
