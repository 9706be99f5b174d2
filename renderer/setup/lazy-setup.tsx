import { Suspense } from 'react'
import type { SetupStep } from '../../shared/setup-steps.ts'
import { loadLater } from '../window/load-later.tsx'

/** Loaded on demand: a kitchen sees it once, and the board has to open fast every time. */
const GuardedSetup = loadLater(async () => (await import('./guarded-setup.tsx')).GuardedSetup)

export function LazySetup({ startAt }: { readonly startAt?: SetupStep | undefined }) {
  return (
    <Suspense fallback={null}>
      <GuardedSetup startAt={startAt} />
    </Suspense>
  )
}
