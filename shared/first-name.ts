/** Titles that belong to the name after them. "Don" is not in the list, because it is a first name in English. */
const TITLE = /^(?:dona|d\.|seu|sr|sra|srta|doña|dr|dra|prof|profa|mr|mrs|ms|miss)\.?$/iu

/** Splits a name into the part that is called out and the last name: "Dona Lourdes do Prado" gives "Dona Lourdes" and "Prado". */
export function nameParts(name: string): { readonly called: string; readonly last: string | undefined } {
  const words = name.trim().split(/\s+/u)
  const count = words.length > 1 && TITLE.test(words[0] ?? '') ? 2 : 1
  return { called: words.slice(0, count).join(' '), last: words.slice(count).at(-1) }
}

/** The part of a name that a kitchen calls out. The rest is shown neither on a screen nor on paper. */
export const firstName = (name: string): string => nameParts(name).called
