import type { SetupStep } from '../../shared/setup-steps.ts'
import { PinGate } from '../lock/pin-gate.tsx'
import { SetupWizard } from './setup-wizard.tsx'

/** The set-up. It needs the PIN, because it changes the connection of the kitchen. */
export function GuardedSetup({ startAt }: { readonly startAt?: SetupStep | undefined }) {
  return (
    <PinGate>
      <SetupWizard startAt={startAt} />
    </PinGate>
  )
}
