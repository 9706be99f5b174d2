import { ptBR } from '../../shared/i18n/pt-BR.ts'
import type { NoticeKey } from '../../shared/i18n/texts.ts'

/** Whether the texts contain this key of a notice. The main process sends notices as keys. */
export const isKnownNotice = (key: string): key is NoticeKey => Object.hasOwn(ptBR.notice, key)
