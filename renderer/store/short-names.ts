/** By the whole name. */
export type ShortNames = ReadonlyMap<string, string>

/** The names of several shops without the words with which all of them begin. */
export function shopNames(shops: readonly string[]): ShortNames {
  const words = shops.map((shop) => shop.split(/\s+/))
  const [first = []] = words
  const most = Math.min(...words.map(({ length }) => length)) - 1
  let common = 0
  while (common < most && words.every((one) => one[common] === first[common])) common += 1
  return new Map(shops.map((shop, index) => [shop, (words[index] ?? []).slice(common).join(' ')]))
}
