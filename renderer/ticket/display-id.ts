/** Width of a character of an order's number in em: a capital, a digit or another one. */
const widthOf = (character: string): number =>
  /[WMQ@\u2E80-\uFFFF]/u.test(character) ? 1 : /[A-Z]/.test(character) ? 0.75 : 0.64

export const widthInEm = (id: string): number => [...id].reduce((sum, character) => sum + widthOf(character), 0)

/** Beside the sign and the widest button, in the least font. */
const ONE_ROW_EM = 3.4
/** Beside the widest button alone. */
const ROW_EM = 5.7
/** A sign before the number that always stands, with the space behind it. */
const SIGN_EM = 1.4
const LAST_CHARACTERS = 6

/**
 * The number of an order in its head: in one row with a font down to 16 arc minutes, else in two, else its last characters.
 * `rows`: room for both. `wide`: without room for signs. `long`: two rows in all states.
 */
export type HeadId = { readonly rows: readonly string[]; readonly size: 'short' | 'wide' | 'long'; readonly em: number }

/** Where two rows of the number are about equally wide, preferably behind a sign. */
function splitOf(id: string, room: number): readonly string[] | undefined {
  const characters = [...id]
  const parts = characters.slice(1).flatMap((_, index) => {
    const rows = [characters.slice(0, index + 1).join(''), characters.slice(index + 1).join('')]
    const width = Math.max(...rows.map(widthInEm))
    return width > room ? [] : [{ rows, width: width - (/[^\p{L}\p{N}]$/u.test(rows[0] ?? '') ? 1 : 0) }]
  })
  return parts.toSorted((a, b) => a.width - b.width)[0]?.rows
}

/** @param hasSign before a long number there is a sign that always stands: the number gets shorter */
export function headId(displayId: string, hasSign = false): HeadId {
  const em = widthInEm(displayId)
  if (em <= ONE_ROW_EM) return { rows: [displayId], size: 'short', em }
  const room = hasSign ? ROW_EM - SIGN_EM : ROW_EM
  if (em <= ROW_EM - SIGN_EM) return { rows: [displayId], size: 'wide', em }
  const last = `…${[...displayId].slice(-LAST_CHARACTERS).join('')}`
  const rows = splitOf(displayId, room) ?? (widthInEm(last) > room ? splitOf(last, room) : undefined) ?? [last]
  return { rows, size: 'long', em: Math.max(...rows.map(widthInEm)) }
}

/** Whether the head shows only a part: the whole number is with the dishes. */
export const isShortened = (displayId: string): boolean => headId(displayId).rows.join('') !== displayId
