import { Suspense } from 'react'
import { loadLater } from '../window/load-later.tsx'

const SetupPanel = loadLater(async () => (await import('./setup-panel.tsx')).SetupPanel)

/** Loaded where a kitchen has no credentials. */
export function LazySetupPanel() {
  return (
    <Suspense fallback={<main className="setup" />}>
      <SetupPanel />
    </Suspense>
  )
}
