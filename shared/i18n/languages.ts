import type { Locale } from '../contract/settings.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { HISTORY } from './history.ts'
import { PAPER } from './paper.ts'
import { PAYMENT } from './payment.ts'
import { ptBR } from './pt-BR.ts'
import { type BoardTexts, type Texts, textsIn } from './texts.ts'

const withRows = (locale: Locale, board: BoardTexts): Texts => ({
  ...board,
  history: textsIn(HISTORY, locale),
  paper: textsIn(PAPER, locale),
  payment: textsIn(PAYMENT, locale),
})

/** All languages, bundled: a kitchen without network reads the same words. */
export const LANGUAGES: Readonly<Record<Locale, Texts>> = {
  'pt-BR': withRows('pt-BR', ptBR),
  en: withRows('en', en),
  es: withRows('es', es),
}
