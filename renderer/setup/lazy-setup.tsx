import { lazy, Suspense } from 'react'
import type { SetupStep } from '../../shared/setup-steps.ts'

/** Loaded when it is wanted: it is seen once in the life of a kitchen, and the board has to open fast every time. */
const SetupWizard = lazy(() => import('./setup-wizard.tsx').then((module) => ({ default: module.SetupWizard })))

export function LazySetup({ startAt }: { readonly startAt?: SetupStep | undefined }) {
  return (
    <Suspense fallback={null}>
      <SetupWizard startAt={startAt} />
    </Suspense>
  )
}
