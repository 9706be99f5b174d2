/** Characters and values of one call; the longest that a window makes is the list of places (`places:remember`). */
const MAX_CHARACTERS = 1_000_000
/** A value without text counts as much as a short text. */
const VALUE_CHARACTERS = 8

/** Whether a call's arguments are within the size limit. The work is bounded by the limit, not by the arguments. */
export function isWithinRequestSize(args: unknown): boolean {
  let left = MAX_CHARACTERS
  const open: unknown[] = [args]
  while (open.length > 0 && left >= 0) {
    const value = open.pop()
    left -= VALUE_CHARACTERS
    if (typeof value === 'string') left -= value.length
    if (typeof value !== 'object' || value === null) continue
    for (const name in value) {
      left -= name.length + VALUE_CHARACTERS
      if (left < 0) return false
      open.push(Reflect.get(value, name))
    }
  }
  return left >= 0
}
