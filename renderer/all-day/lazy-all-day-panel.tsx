import { Suspense } from 'react'
import { loadLater } from '../window/load-later.tsx'

const AllDayPanel = loadLater(async () => (await import('./all-day-panel.tsx')).AllDayPanel)

/** The totals, loaded when they are first opened. */
export function LazyAllDayPanel() {
  return (
    <Suspense fallback={null}>
      <AllDayPanel />
    </Suspense>
  )
}
