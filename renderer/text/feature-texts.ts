import type { i18n } from 'i18next'
import type { Locale } from '../../shared/settings.ts'
import type { TextNamespaces } from './translator.ts'

/** Returns a function that adds the texts of a feature to a translator. Such texts are loaded with the feature's code. */
export const textsAdder =
  (namespace: Exclude<keyof TextNamespaces, 'translation'>, languages: Readonly<Record<Locale, object>>) =>
  (translator: i18n): void => {
    for (const [locale, texts] of Object.entries(languages)) translator.addResourceBundle(locale, namespace, texts)
  }
