import type { TextsLike } from '../../../shared/i18n/text-shapes.ts'
import type { ptBR } from './pt-BR.ts'

/** Every text of the roles in one language. Portuguese sets the shape; another language cannot leave a key out. */
export type RolesTexts = TextsLike<typeof ptBR>
