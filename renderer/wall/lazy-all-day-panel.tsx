import { lazyComponent } from '../ui/window/lazy-component.tsx'

/** The totals, loaded when they are first opened. */
export const LazyAllDayPanel = lazyComponent(async () => (await import('./all-day-panel.tsx')).AllDayPanel)
