/** Titles that are called out with the name that follows. "Don" is a first name in English, so it is none of them. */
const TITLE = /^(?:dona|d\.|seu|sr|sra|srta|doña|dr|dra|prof|profa|mr|mrs|ms|miss)\.?$/iu

/** The name as it is called out, and the names that follow: "Dona Lourdes" and "Prado" of "Dona Lourdes do Prado". */
export function nameParts(name: string): { readonly called: string; readonly last: string | undefined } {
  const words = name.trim().split(/\s+/u)
  const count = words.length > 1 && TITLE.test(words[0] ?? '') ? 2 : 1
  return { called: words.slice(0, count).join(' '), last: words.slice(count).at(-1) }
}

/** A kitchen calls out first names; the rest of a name is shown neither on the wall nor on paper. */
export const firstName = (name: string): string => nameParts(name).called
