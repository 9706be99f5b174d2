/** "Rafael N.": enough to tell two of a name apart, and no more of it on a screen that guests see. */
export function calledName(name: string): string {
  const [first = '', ...more] = name.trim().split(/\s+/u)
  const last = more.at(-1)
  return last === undefined ? first : `${first} ${[...last][0] ?? ''}.`
}
