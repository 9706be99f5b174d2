import ptBR from '../../../shared/texts/pt-BR/board.json' with { type: 'json' }
import type { NoticeKey } from '../../../shared/texts/texts.ts'

/** Whether the texts contain this key of a notice. The main process sends notices as keys. */
export const isKnownNotice = (key: string): key is NoticeKey => Object.hasOwn(ptBR.notice, key)
