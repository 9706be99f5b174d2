/** A kitchen calls out first names; the rest of a name is shown neither on the wall nor on paper. */
export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? ''
