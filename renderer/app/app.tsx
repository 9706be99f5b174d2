import type { i18n } from 'i18next'
import { type ReactNode, useLayoutEffect, useMemo, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import type { Locale } from '../../shared/contract/settings.ts'
import { createFormats, zoneOffsets } from '../../shared/text/formats.ts'
import { useSetupStart } from '../setup/setup-start.ts'
import { SpeakerContext } from '../sound/speaker-context.ts'
import { ticketsOf } from '../store/board-state.ts'
import { needsSetup } from '../store/freshness-now.ts'
import { BoardPartsProvider } from '../ticket/board-parts.tsx'
import { OnScreenKeyboard } from '../ui/keyboard/on-screen-keyboard.tsx'
import { knownWords } from '../ui/text/known-words.ts'
import { createTranslator, FIRST_LOCALE, hasLanguage, loadLanguage } from '../ui/text/translator.ts'
import { DialogBoundary } from '../ui/window/dialog-boundary.tsx'
import { lazyComponent } from '../ui/window/lazy-component.tsx'
import {
  FormatsContext,
  IdleMomentsContext,
  LocaleContext,
  useComanda,
  useTick,
  useWords,
  WordsContext,
} from '../ui/window/window-parts.ts'
import { OrderBoard } from '../wall/order-board.tsx'
import { DialogHost } from './dialog-host.tsx'
import { Header, PageHeader, PracticeHeader } from './header.tsx'
import type { AppParts } from './start-window.ts'
import './start.css'

const CounterView = lazyComponent(async () => (await import('../counter/counter-view.tsx')).CounterView)
const RoleView = lazyComponent(async () => (await import('./role-view.tsx')).RoleView)
const PracticeScreen = lazyComponent(async () => (await import('../practice/practice-screen.tsx')).PracticeScreen)
const RemovedScreen = lazyComponent(async () => (await import('./removed-screen.tsx')).RemovedScreen)
const RefusedTapNote = lazyComponent(async () => (await import('../ticket/refused-tap-note.tsx')).RefusedTapNote)
const Wishes = lazyComponent(async () => (await import('../wall/wishes.tsx')).Wishes)
const PinPad = lazyComponent(async () => (await import('../lock/pin-pad.tsx')).PinPad)

/** The language of the texts: the wanted one when it is loaded, until then the previous one. */
function useLocale(translator: i18n): { readonly locale: Locale; readonly isFirst: boolean } {
  const wanted = useComanda((state) => state.settings?.locale)
  const [loaded, setLoaded] = useState<Locale>()
  useLayoutEffect(() => {
    if (wanted === undefined) return undefined
    if (hasLanguage(translator, wanted)) {
      setLoaded(wanted)
      return undefined
    }
    let isOver = false
    void loadLanguage(translator, wanted).then((isLoaded) => {
      if (!isOver) setLoaded((before) => (isLoaded ? wanted : (before ?? FIRST_LOCALE)))
    })
    return () => {
      isOver = true
    }
  }, [translator, wanted])
  return {
    locale: loaded ?? FIRST_LOCALE,
    isFirst: wanted !== undefined && wanted !== FIRST_LOCALE && loaded === undefined,
  }
}

/** Applies language, number formats and theme from the settings of the main process. */
function Appearance({ children }: { readonly children: ReactNode }) {
  const theme = useComanda((state) => state.settings?.theme) ?? 'dark'
  const money = useComanda((state) => state.settings?.dialect.money) ?? 'decimal'
  const [translator] = useState(createTranslator)
  const { locale, isFirst } = useLocale(translator)
  // A person may change the zone while the program runs.
  const zone = useTick(zoneOffsets)
  const formats = useMemo(() => ({ ...createFormats(locale, money), zone }), [locale, money, zone])
  const words = useMemo(
    () => knownWords(translator.getFixedT(locale), translator.getResourceBundle(locale, 'translation')),
    [translator, locale],
  )
  useLayoutEffect(() => {
    document.documentElement.lang = locale
    void translator.changeLanguage(locale)
  }, [locale, translator])
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = theme
  }, [theme])
  return (
    <I18nextProvider i18n={translator}>
      <FormatsContext value={formats}>
        <LocaleContext value={locale}>
          {/* At the start nothing is shown before the chosen language is loaded. */}
          <WordsContext value={words}>{isFirst ? null : children}</WordsContext>
        </LocaleContext>
      </FormatsContext>
    </I18nextProvider>
  )
}

/** True before the set-up: then a screen of any role shows the board, which opens the set-up. */
const useNeedsSetup = (): boolean =>
  useComanda(({ connection, board }) => needsSetup(connection.freshness) && Object.keys(board.orders).length === 0)

/** Shows one view, so that each order has one ticket in the document. With the role `all` the switch chooses the view. */
function View() {
  const view = useComanda((state) => state.view)
  const role = useComanda((state) => state.settings?.role ?? 'all')
  const isRemoved = useComanda((state) => state.connection.freshness.trouble === 'not-paired')
  if (useNeedsSetup()) return <OrderBoard />
  if (isRemoved) return <RemovedScreen />
  if (role !== 'all' && role !== 'counter') return <RoleView role={role} />
  return view === 'counter' || role === 'counter' ? <CounterView /> : <OrderBoard />
}

/** The pad over everything else, while the PIN is asked for. */
function PinRequest() {
  const request = useComanda((state) => state.pinRequest)
  return request === undefined ? null : (
    <DialogBoundary onBroken={() => request.settle(false)}>
      <PinPad wanted={request.wanted} onSettled={request.settle} />
    </DialogBoundary>
  )
}

/** Why the last tap counts for nothing, once there was one. */
function RefusedTap() {
  return useComanda((state) => state.refusedTap !== undefined) ? <RefusedTapNote /> : null
}

/** The wishes of customers that wait for an answer, where there are any. */
function CustomersWishes() {
  const isAny = useComanda(
    ({ board, settings }) =>
      settings?.role !== 'customers' && ticketsOf(board.orders).some(({ wish }) => wish !== undefined),
  )
  return isAny ? <Wishes /> : null
}

function Screen() {
  const isLive = useComanda((state) => state.connection.phase === 'live')
  const practice = useComanda((state) => state.practice)
  const showPractice = useComanda((state) => state.showPractice)
  const isForCustomers = useComanda((state) => state.settings?.role === 'customers')
  const showsSetup = useNeedsSetup()
  useSetupStart()
  if (!isLive) return <Starting />
  return (
    <>
      {practice === undefined ? (
        <>
          {isForCustomers && !showsSetup ? null : <Header />}
          <CustomersWishes />
          <View />
          <DialogHost />
        </>
      ) : (
        <DialogBoundary onBroken={() => showPractice(undefined)}>
          <PracticeScreen
            practice={practice}
            pageHeader={<PageHeader />}
            header={(buttons) => <PracticeHeader>{buttons}</PracticeHeader>}
            board={<OrderBoard />}
            dialogs={<DialogHost />}
          />
        </DialogBoundary>
      )}
      <PinRequest />
      <RefusedTap />
      <OnScreenKeyboard />
    </>
  )
}

/** The whole window. */
export function App({ parts }: { readonly parts: AppParts }) {
  return (
    <BoardPartsProvider parts={parts}>
      <IdleMomentsContext value={parts.idle}>
        <SpeakerContext value={parts.speaker}>
          <Appearance>
            <Screen />
          </Appearance>
        </SpeakerContext>
      </IdleMomentsContext>
    </BoardPartsProvider>
  )
}

/** Shown until the first snapshot has arrived. */
function Starting() {
  const t = useWords()
  const hasFailed = useComanda((state) => state.connection.phase === 'failed')
  return (
    <main className="starting">
      <h1>{t('app.name')}</h1>
      <p role="status">{hasFailed ? t('app.startFailed') : t('app.starting')}</p>
    </main>
  )
}
