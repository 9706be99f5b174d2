import type { ptBR } from './pt-BR.ts'

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }

/** Every text of the keyboard in one language. Portuguese sets the shape; another language cannot leave a key out. */
export type KeyboardTexts = Widened<typeof ptBR>
