import type { i18n } from 'i18next'
import { type ComponentType, createElement, type ReactNode, useContext, useEffect, useState } from 'react'
import { I18nContext } from 'react-i18next'
import { hasFeatureTexts, loadFeatureTexts } from '../text/translator.ts'
import { provided } from './window-parts.ts'

type Loading<P> =
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'loaded'
      readonly Part: ComponentType<P>
      readonly Locale: ComponentType<{ children: ReactNode }>
    }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Loads the code and the texts at the first call. A call after a failure loads them again. */
type Loader<P> = {
  readonly now: () => Loading<P>
  readonly load: (translator: i18n) => Promise<Loading<P>>
}

function loaderOf<P>(load: () => Promise<ComponentType<P>>): Loader<P> {
  let known: Loading<P> = { kind: 'pending' }
  return {
    now: () => known,
    load: async (translator) => {
      try {
        const [Part, { AriaLocale }] = await Promise.all([
          load(),
          import('./aria-locale.tsx'),
          loadFeatureTexts(translator),
        ])
        known = { kind: 'loaded', Part, Locale: AriaLocale }
        return known
      } catch (error) {
        return { kind: 'failed', error }
      }
    },
  }
}

type OnDemandProps<P> = { readonly loader: Loader<P>; readonly props: P; readonly fallback: ReactNode }

function OnDemand<P extends object>({ loader, props, fallback }: OnDemandProps<P>) {
  const { i18n } = provided(useContext(I18nContext), 'I18nContext')
  const [loading, setLoading] = useState(() =>
    hasFeatureTexts(i18n) ? loader.now() : ({ kind: 'pending' } satisfies Loading<P>),
  )
  const isPending = loading.kind === 'pending'
  useEffect(() => {
    if (!isPending) return undefined
    let isDrawn = true
    void loader.load(i18n).then((next) => {
      if (isDrawn) setLoading(next)
    })
    return () => {
      isDrawn = false
    }
  }, [loader, isPending, i18n])
  switch (loading.kind) {
    case 'pending':
      return fallback
    case 'failed':
      throw loading.error
    case 'loaded':
      return (
        <loading.Locale>
          <loading.Part {...props} />
        </loading.Locale>
      )
  }
}

/**
 * A component that is loaded on demand. It throws when its code cannot be loaded, so draw it inside a DialogBoundary.
 * React's `lazy` draws 300 ms later. Only these may use React Aria, whose loading takes 10 ms.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): ComponentType<P> {
  const loader = loaderOf(load)
  return (props) => createElement(OnDemand<P>, { loader, props, fallback })
}
