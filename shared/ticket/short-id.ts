/** Longer than any number that staff read to each other: its beginning is in the head of a ticket, all of it with the dishes. */
export const MAX_ID_IN_HEAD = 24
/** The share of a shortened number that its end gets: dated numbers differ there. */
const END_SHARE = 0.6

/** A number of an order in at most `max` characters. A longer one is shortened in the middle. */
export function shortId(displayId: string, max: number): string {
  const characters = [...displayId]
  if (characters.length <= max) return displayId
  const end = Math.ceil((max - 1) * END_SHARE)
  return `${characters.slice(0, max - 1 - end).join('')}…${characters.slice(-end).join('')}`
}

/** Numbers in short, each in as many characters as it takes to differ from the others. */
export function shortIds(displayIds: readonly string[], max: number): ReadonlyMap<string, string> {
  const shortened = new Map<string, string>()
  let open = [...new Set(displayIds)]
  for (let length = max; open.length > 0; length += max) {
    const byText = Map.groupBy(open, (displayId) => shortId(displayId, length))
    for (const [text, [displayId = '', ...others]] of byText) if (others.length === 0) shortened.set(displayId, text)
    open = [...byText.values()].filter(({ length: count }) => count > 1).flat()
  }
  return shortened
}
