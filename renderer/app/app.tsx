import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { I18nextProvider } from 'react-i18next'
import { createFormats } from '../../shared/formats.ts'
import { Board } from '../board/board.tsx'
import { CounterView } from '../counter/counter-view.tsx'
import { LazyPinPad } from '../lock/lazy-pin-pad.tsx'
import { useSetupStart } from '../setup/setup-start.ts'
import { createTranslator } from '../text/translator.ts'
import { DialogHost } from './dialog-host.tsx'
import { Header } from './header.tsx'
import { Starting } from './starting.tsx'
import { FormatsContext, useComanda, type WindowParts, WindowPartsContext } from './window-parts.ts'

const FIRST_LOCALE = 'pt-BR'

/** Language, number formats and theme, all by the settings of the main process. */
function Appearance({ children }: { readonly children: ReactNode }) {
  const locale = useComanda((state) => state.settings?.locale) ?? FIRST_LOCALE
  const theme = useComanda((state) => state.settings?.theme) ?? 'dark'
  const money = useComanda((state) => state.settings?.dialect.money) ?? 'decimal'
  const [translator] = useState(() => createTranslator(FIRST_LOCALE))
  const formats = useMemo(() => createFormats(locale, money), [locale, money])
  useLayoutEffect(() => {
    document.documentElement.lang = locale
    void translator.changeLanguage(locale)
  }, [locale, translator])
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  return (
    <I18nextProvider i18n={translator}>
      <I18nProvider locale={locale}>
        <FormatsContext value={formats}>{children}</FormatsContext>
      </I18nProvider>
    </I18nextProvider>
  )
}

/** Kitchen or counter, one at a time: each order has one ticket in the document. */
function View() {
  const view = useComanda((state) => state.view)
  const needsSetup = useComanda((state) => state.connection.freshness.state === 'setup')
  const isEmpty = useComanda((state) => Object.keys(state.board.orders).length === 0)
  return view === 'counter' && !(needsSetup && isEmpty) ? <CounterView /> : <Board />
}

function Screen() {
  const isLive = useComanda((state) => state.connection.phase === 'live')
  useSetupStart()
  if (!isLive) return <Starting />
  return (
    <>
      <Header />
      <View />
      <DialogHost />
      <LazyPinPad />
    </>
  )
}

/** The whole window. */
export function App({ parts }: { readonly parts: WindowParts }) {
  return (
    <WindowPartsContext value={parts}>
      <Appearance>
        <Screen />
      </Appearance>
    </WindowPartsContext>
  )
}
