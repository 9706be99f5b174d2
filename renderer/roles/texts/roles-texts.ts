import type { ptBR } from './pt-BR.ts'

/** Every text of the roles in one language. Portuguese sets the shape; another language cannot leave a key out. */
export type RolesTexts = { readonly [K in keyof typeof ptBR]: string }
