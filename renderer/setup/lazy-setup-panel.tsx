import { Suspense } from 'react'
import { lazyComponent } from '../window/lazy-component.tsx'

const SetupPanel = lazyComponent(async () => (await import('./setup-panel.tsx')).SetupPanel)

/** The panel, loaded when the kitchen has no credentials. */
export function LazySetupPanel() {
  return (
    <Suspense fallback={<main className="setup" />}>
      <SetupPanel />
    </Suspense>
  )
}
