import { withoutEnd } from './folded-text.ts'

/** Titles that belong to the name after them. "Don" is not in the list, because it is a first name in English. */
const TITLE = /^(?:dona|d\.|seu|sr|sra|srta|doña|dr|dra|prof|profa|mr|mrs|ms|miss)\.?$/iu

/** A table, a tab, a room: not a person, so the part after it belongs to the name. */
const PLACE =
  /^(?:mesa|comanda|quarto|apto|apartamento|sala|ficha|senha|balcão|guichê|cuenta|habitación|barra|table|tab|room|seat|counter)\.?$/iu
/** Around a word: brackets, commas, pictures. */
const BEFORE_WORD = /^[^\p{L}\p{N}+#]+/u
const AFTER_WORD = /[^\p{L}\p{N}\p{M}.:#]/u
/** Longer numbers are telephones. */
const MAX_DIGITS = 6
const isNumbered = (word: string): boolean => {
  const digits = word.match(/\p{N}/gu)?.length ?? 0
  return digits > 0 && digits <= MAX_DIGITS
}

/** Splits a name into the part that is called out and the last name: "Dona Lourdes do Prado" gives "Dona Lourdes" and "Prado". Parts with digits are called out: "Mesa 12". */
export function nameParts(name: string): { readonly called: string; readonly last: string | undefined } {
  const words = name.split(/\s+/u).flatMap((word) => withoutEnd(word.replace(BEFORE_WORD, ''), AFTER_WORD) || [])
  const hasTwo = TITLE.test(words[0] ?? '') || PLACE.test(words[0] ?? '')
  const count = words.length > 1 && hasTwo ? 2 : 1
  const rest = words.slice(count)
  const isCalled = (word: string, at: number): boolean =>
    isNumbered(word) || (PLACE.test(word) && isNumbered(rest[at + 1] ?? ''))
  if (words.length === 0) return { called: name.trim(), last: undefined }
  const called = [...words.slice(0, count), ...rest.filter(isCalled)]
  return { called: called.join(' '), last: rest.filter((word, at) => !isCalled(word, at)).at(-1) }
}

/** The part of a name that a kitchen calls out. The rest is shown neither on a screen nor on paper. */
export const firstName = (name: string): string => nameParts(name).called
