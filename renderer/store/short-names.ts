import { MAX_CHANNELS } from '../../shared/contract/values.ts'

/** By the whole name. */
export type ShortNames = ReadonlyMap<string, string>

/** A short word is no part of a name: "App da casa" is AC. */
const SHORT_WORD = 3
const WIDE = /^[MW]\p{L}/u

const letters = (text: string): readonly string[] => [...text].filter((one) => /[\p{L}\p{N}]/u.test(one))

/** The initials of the first two words, or the first two letters of a single one. Then other pairs of its letters. */
function* marksFor(name: string): Generator<string> {
  const words = name.split(/[\s_./-]+/).filter((word) => letters(word).length > 0)
  const long = words.filter((word) => word.length >= SHORT_WORD || /\d/.test(word))
  const [first, second] = long.length > 1 ? long : words
  const [initial = '?', ...rest] = letters(name)
  if (first !== undefined && second !== undefined) {
    const initials = `${letters(first)[0]}${letters(second)[0]}`.toUpperCase()
    // Two wide letters are wider than their box.
    yield WIDE.test(initials) ? `${initials.charAt(0)}${initials.slice(1).toLowerCase()}` : initials
  }
  if (rest.length === 0) yield initial
  for (const other of rest) yield `${initial}${other}`
  for (let number = 2; ; number += 1) yield `${initial}${number}`
}

/**
 * Two letters for each channel, which a ticket has room for in every form. No two are the same, and none changes: the staff know
 * them.
 * @param before the marks so far; returned when no channel is new
 */
export function channelMarks(channels: readonly string[], before: ShortNames): ShortNames {
  const added = [...new Set(channels)].filter((channel) => !before.has(channel)).slice(0, MAX_CHANNELS - before.size)
  if (added.length === 0) return before
  const marks = new Map(before)
  const taken = new Set(before.values())
  for (const channel of added) {
    for (const mark of marksFor(channel)) {
      if (taken.has(mark)) continue
      marks.set(channel, mark)
      taken.add(mark)
      break
    }
  }
  return marks
}

/** The names of several shops without the words with which all of them begin. */
export function shopNames(shops: readonly string[]): ShortNames {
  const words = shops.map((shop) => shop.split(/\s+/))
  const [first = []] = words
  const most = Math.min(...words.map(({ length }) => length)) - 1
  let common = 0
  while (common < most && words.every((one) => one[common] === first[common])) common += 1
  return new Map(shops.map((shop, index) => [shop, (words[index] ?? []).slice(common).join(' ')]))
}
