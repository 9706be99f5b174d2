import { Suspense } from 'react'
import { loadLater } from '../window/load-later.tsx'

const CounterView = loadLater(async () => (await import('./counter-view.tsx')).CounterView)

/** The counter, loaded when it is first shown. */
export function LazyCounterView() {
  return (
    <Suspense fallback={null}>
      <CounterView />
    </Suspense>
  )
}
