import { lazyComponent } from '../window/lazy-component.tsx'

/** Loaded on demand, because a kitchen needs it once and the board must start fast. */
export const LazySetup = lazyComponent(async () => (await import('./guarded-setup.tsx')).GuardedSetup)
