import { Suspense } from 'react'
import { lazyComponent } from '../window/lazy-component.tsx'

const AllDayPanel = lazyComponent(async () => (await import('./all-day-panel.tsx')).AllDayPanel)

/** The totals, loaded when they are first opened. */
export function LazyAllDayPanel() {
  return (
    <Suspense fallback={null}>
      <AllDayPanel />
    </Suspense>
  )
}
