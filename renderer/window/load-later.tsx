import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A dialog that is loaded on demand: the board has to open fast every time. Draw it inside a DialogBoundary. */
export const loadLater = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): LazyExoticComponent<ComponentType<P>> => lazy(async () => ({ default: await load() }))
