import { Suspense } from 'react'
import { lazyComponent } from '../window/lazy-component.tsx'

const CounterView = lazyComponent(async () => (await import('./counter-view.tsx')).CounterView)

/** The counter, loaded when it is first shown. */
export function LazyCounterView() {
  return (
    <Suspense fallback={null}>
      <CounterView />
    </Suspense>
  )
}
