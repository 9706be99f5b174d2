/** The same keys as `T`, with any words: the shape of another language. */
export type TextsLike<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextsLike<T[K]> }

/** Words for each of the codes. */
export type WordsFor<Codes extends string, Words = string> = Readonly<Record<Codes, Words>>
