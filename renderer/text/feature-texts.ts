import type { i18n } from 'i18next'
import type { Locale } from '../../shared/settings.ts'
import type { TextNamespaces } from './translator.ts'

/** Returns a function that gives a translator the texts of a feature. They load together with the feature. */
export const addsTexts =
  (namespace: Exclude<keyof TextNamespaces, 'translation'>, languages: Readonly<Record<Locale, object>>) =>
  (translator: i18n): void => {
    for (const [locale, texts] of Object.entries(languages)) translator.addResourceBundle(locale, namespace, texts)
  }
