import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * A component that is loaded on demand, so that the board starts fast. Draw it inside a DialogBoundary. Only these
 * components may use React Aria: loading it takes 10 ms, because it asks `Intl` for the languages of the system.
 */
export const lazyComponent = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => {
    const [Loaded, { AriaLocale }] = await Promise.all([load(), import('./aria-locale.tsx')])
    return {
      default: (props: P) => (
        <AriaLocale>
          <Loaded {...props} />
        </AriaLocale>
      ),
    }
  })
