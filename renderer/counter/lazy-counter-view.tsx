import { lazyComponent } from '../window/lazy-component.tsx'

/** The counter, loaded when it is first shown. */
export const LazyCounterView = lazyComponent(async () => (await import('./counter-view.tsx')).CounterView)
