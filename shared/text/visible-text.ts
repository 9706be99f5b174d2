/** A character that can be seen. A text without one leaves its place on a ticket empty. U+2800 is drawn as a space. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

export const isVisible = (text: string): boolean => VISIBLE.test(text)

/** Accents for any letter, and marks of scripts that need more of them. A longer pile covers the lines above and below. */
const PILED = /([\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{2})\p{M}+|(\p{M}{4})\p{M}+/gu

/** The text with at most two accents on a letter, or four marks of its own script. */
export const withoutPiles = (text: string): string => text.replaceAll(PILED, '$1$2')

/** The text from its first character that can be seen, so that characters before it do not use up the space of a label. */
export const fromFirstVisible = (text: string): string => text.slice(Math.max(0, text.search(VISIBLE)))

/** The name of an item or an option, or `unnamed` when the platform sent a blank one. */
export const itemName = (name: string, unnamed: string): string => (isVisible(name) ? name : unnamed)

/** The words of a list that is written as one text. */
export const listed = (words: string): readonly string[] => words.trim().split(/,\s+/)
