import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import type { Texts } from '../../shared/texts/texts.ts'
import { LocaleContext } from '../ui/window/window-parts.ts'

/** The texts of the board and of the history, for words that paper shows too. */
export function useHistoryTexts(): Texts {
  const { i18n } = useTranslation(['translation', 'history'])
  const locale = useContext(LocaleContext)
  return { ...i18n.getResourceBundle(locale, 'translation'), history: i18n.getResourceBundle(locale, 'history') }
}
