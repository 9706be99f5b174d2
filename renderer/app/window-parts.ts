import type { TFunction } from 'i18next'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '../../shared/contract.ts'
import type { Formats } from '../../shared/formats.ts'
import type { Locale } from '../../shared/settings.ts'
import type { PlacesState, PlacesStore } from '../board/places-store.ts'
import type { PlatformClock } from '../clock/platform-clock.ts'
import type { Speaker } from '../sound/speaker.ts'
import type { ComandaState, ComandaStore } from '../store/comanda-store.ts'
import { FIRST_LOCALE } from '../text/translator.ts'
import type { BumpGuard } from '../ticket/bump-guard.ts'

/** What every component of the window may use. */
export type WindowParts = {
  readonly bridge: Bridge
  readonly store: ComandaStore
  readonly clock: PlatformClock
  readonly speaker: Speaker
  /** Where the tickets stand. */
  readonly places: PlacesStore
  readonly guard: BumpGuard
}

export const WindowPartsContext = createContext<WindowParts | undefined>(undefined)
export const FormatsContext = createContext<Formats | undefined>(undefined)
/** The language in which the screen is written. Another one that is wanted is first read. */
export const LocaleContext = createContext<Locale>(FIRST_LOCALE)
export const WordsContext = createContext<TFunction | undefined>(undefined)
/** Whether what is drawn can be seen. What cannot is counted on more slowly. */
export const SightContext = createContext(true)

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`${name} is not provided to this component`)
  return value
}

/** Bridge, store and clock, for what is done rather than shown. */
export const useWindowParts = (): WindowParts => present(useContext(WindowPartsContext), 'WindowPartsContext')

/** One value of the store. The selector must return a primitive or something the store keeps: it is compared by identity. */
export function useComanda<T>(select: (state: ComandaState) => T): T {
  return useStore(useWindowParts().store, select)
}

/** One value of the board's places, compared by identity like one of the store. */
export function usePlaces<T>(select: (state: PlacesState) => T): T {
  return useStore(useWindowParts().places, select)
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
export const useWords = (): TFunction => present(useContext(WordsContext), 'WordsContext')

/** Numbers and times in the language of the screen. */
export const useFormats = (): Formats => present(useContext(FormatsContext), 'FormatsContext')
