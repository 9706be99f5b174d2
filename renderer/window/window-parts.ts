import type { TFunction } from 'i18next'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '../../shared/contract.ts'
import type { Formats } from '../../shared/formats.ts'
import type { Locale } from '../../shared/settings.ts'
import type { PlatformClock } from '../clock/platform-clock.ts'
import type { ComandaStore } from '../store/comanda-store.ts'
import type { ComandaState } from '../store/state.ts'
import { FIRST_LOCALE } from '../text/translator.ts'

/** What every component of the window may use. The parts of a feature have a context of their own. */
export type WindowParts = {
  readonly bridge: Bridge
  readonly store: ComandaStore
  readonly clock: PlatformClock
}

export const WindowPartsContext = createContext<WindowParts | undefined>(undefined)
export const FormatsContext = createContext<Formats | undefined>(undefined)
/** The language of the screen. A newly chosen language takes effect when its texts are loaded. */
export const LocaleContext = createContext<Locale>(FIRST_LOCALE)
export const WordsContext = createContext<TFunction | undefined>(undefined)
/** Whether the component is in sight. The ages of tickets out of sight are updated more slowly. */
export const SightContext = createContext(true)

/** The value of a context. Throws where the component stands outside its provider. */
export function provided<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is not provided to this component`)
  return value
}

/** Bridge, store and clock, for event handlers and effects. */
export const useWindowParts = (): WindowParts => provided(useContext(WindowPartsContext), 'WindowPartsContext')

/** One value of the store. The selector must return a primitive or something the store keeps: it is compared by identity. */
export function useComanda<T>(select: (state: ComandaState) => T): T {
  return useStore(useWindowParts().store, select)
}

/**
 * A value that follows the platform's clock (epoch ms). The component is drawn again only when the value changes, so
 * an age in minutes costs one drawing a minute. `select` must return a primitive.
 */
export function useTick<T extends string | number | boolean | undefined>(select: (now: number) => T): T {
  const { clock } = useWindowParts()
  const isInSight = useContext(SightContext)
  return useSyncExternalStore(isInSight ? clock.subscribe : clock.subscribeSlowly, () => select(clock.now()))
}

/**
 * The texts of the language of the screen, for what a full board draws hundreds of times: `useTranslation` listens to
 * i18next in each component, this one to nothing.
 */
export const useWords = (): TFunction => provided(useContext(WordsContext), 'WordsContext')

/** Numbers and times in the language of the screen. */
export const useFormats = (): Formats => provided(useContext(FormatsContext), 'FormatsContext')
