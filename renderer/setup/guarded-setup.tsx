import type { SetupStep } from '../../shared/setup-steps.ts'
import { PinGate } from '../lock/pin-gate.tsx'
import { SetupWizard } from './setup-wizard.tsx'

/** The set-up for whom the lock is open: it changes what the kitchen is connected to. */
export function GuardedSetup({ startAt }: { readonly startAt?: SetupStep | undefined }) {
  return (
    <PinGate>
      <SetupWizard startAt={startAt} />
    </PinGate>
  )
}
