import { Suspense } from 'react'
import type { SetupStep } from '../../shared/setup-steps.ts'
import { lazyComponent } from '../window/lazy-component.tsx'

/** Loaded on demand, because a kitchen needs it once and the board must start fast. */
const GuardedSetup = lazyComponent(async () => (await import('./guarded-setup.tsx')).GuardedSetup)

export function LazySetup({ startAt }: { readonly startAt?: SetupStep | undefined }) {
  return (
    <Suspense fallback={null}>
      <GuardedSetup startAt={startAt} />
    </Suspense>
  )
}
