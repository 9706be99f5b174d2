import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A component that is loaded on demand, so that the board starts fast. Draw it inside a DialogBoundary. */
export const lazyComponent = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: await load() }))
