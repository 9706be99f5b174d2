import type { TFunction } from 'i18next'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '../../../shared/contract/contract.ts'
import type { Locale } from '../../../shared/contract/settings.ts'
import type { Formats } from '../../../shared/text/formats.ts'
import { itemName } from '../../../shared/text/visible-text.ts'
import type { ComandaStore } from '../../store/comanda-store.ts'
import { freshnessNow } from '../../store/freshness-now.ts'
import type { IdleMoments } from '../../store/idle-moments.ts'
import type { PlatformClock } from '../../store/platform-clock.ts'
import type { ComandaState } from '../../store/state.ts'
import { FIRST_LOCALE } from '../text/translator.ts'

/** The parts that every component of the window may use. */
export type WindowParts = {
  readonly bridge: Bridge
  readonly store: ComandaStore
  readonly clock: PlatformClock
}

export const WindowPartsContext = createContext<WindowParts | undefined>(undefined)
/** One for the window, also for the boards of practice. */
export const IdleMomentsContext = createContext<IdleMoments | undefined>(undefined)
export const FormatsContext = createContext<Formats | undefined>(undefined)
/** The language of the screen. A newly chosen language takes effect when its texts are loaded. */
export const LocaleContext = createContext<Locale>(FIRST_LOCALE)
export const WordsContext = createContext<TFunction | undefined>(undefined)
/** Whether the component is visible. The ages of hidden tickets are updated less often. */
export const SightContext = createContext(true)

/** Returns the value of a context. Throws outside its provider. */
export function provided<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is not provided to this component`)
  return value
}

/** Bridge, store and clock, for event handlers and effects. */
export const useWindowParts = (): WindowParts => provided(useContext(WindowPartsContext), 'WindowPartsContext')

export const useIdleMoments = (): IdleMoments => provided(useContext(IdleMomentsContext), 'IdleMomentsContext')

/** One value of the store. The selector must return a primitive or an object of the store, because values are compared by identity. */
export function useComanda<T>(select: (state: ComandaState) => T): T {
  return useStore(useWindowParts().store, select)
}

/**
 * A value that depends on the platform's clock (epoch ms). The component is drawn again only when the value changes: for an
 * age in minutes once a minute. `select` must return a primitive.
 */
export function useTick<T extends string | number | boolean | undefined>(select: (now: number) => T): T {
  const { clock } = useWindowParts()
  const isInSight = useContext(SightContext)
  return useSyncExternalStore(isInSight ? clock.subscribe : clock.subscribeSlowly, () => select(clock.now()))
}

/** Several such values. They are compared as one text, because a crowded board has a hundred ages. */
export function useTicks<const T extends readonly (string | number)[]>(select: (now: number) => T): T {
  const { clock } = useWindowParts()
  useTick((now) => select(now).join('|'))
  return select(clock.now())
}

/**
 * The texts in the language of the screen, for components that a full board draws hundreds of times: `useTranslation` adds
 * listeners to i18next in each component, this hook does not.
 */
export const useWords = (): TFunction => provided(useContext(WordsContext), 'WordsContext')

/** Numbers and times in the language of the screen. */
export const useFormats = (): Formats => provided(useContext(FormatsContext), 'FormatsContext')

/** Returns the function that gives the name of an item or an option, with words in place of a blank one. */
export function useItemName(): (name: string) => string {
  const t = useWords()
  return (name) => itemName(name, t('ticket.unnamed'))
}

/** Whether the connection is so bad that its message takes the place of the header. */
export const useIsCut = (): boolean => {
  const freshness = useComanda((store) => store.connection.freshness)
  return useTick((now) => ['stale', 'offline'].includes(freshnessNow(freshness, now)))
}
