import { type ReactNode, useContext } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { LocaleContext } from './window-parts.ts'

/** The language of the screen for React Aria's own texts. */
export function AriaLocale({ children }: { readonly children: ReactNode }) {
  return <I18nProvider locale={useContext(LocaleContext)}>{children}</I18nProvider>
}
