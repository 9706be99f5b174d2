/** No word that the program knows is longer. */
const MAX_WORD_CHARACTERS = 100

/** The letters and digits of a word, in upper case: `on-demand`, `On Demand` and `ON_DEMAND` have the same. */
export const foldedWord = (text: string): string =>
  (PLAIN.test(text)
    ? text
    : text
        .slice(0, MAX_WORD_CHARACTERS)
        .normalize('NFKD')
        .replaceAll(/[^\p{L}\p{N}]/gu, '')
  ).toUpperCase()

/** Most names of fields and words need no other work. */
const PLAIN = /^[A-Za-z0-9]*$/

/**
 * Finds the word of a vocabulary of the platform. Case, blanks, hyphens and underscores do not matter. `undefined`: the
 * word is not in the vocabulary.
 */
export function vocabulary<Word extends string>(
  words: readonly Word[],
  synonyms: Readonly<Record<string, Word>> = {},
): (sent: string) => Word | undefined {
  const known = new Map(words.map((word) => [foldedWord(word), word]))
  for (const [synonym, word] of Object.entries(synonyms)) known.set(foldedWord(synonym), word)
  return (sent) => known.get(foldedWord(sent))
}

/** The known name of a word; an unknown one as it was sent. */
export const wordOf = (known: (sent: string) => string | undefined, sent: string | undefined): string | undefined =>
  sent === undefined ? undefined : (known(sent) ?? sent)
