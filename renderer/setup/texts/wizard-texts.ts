import type { JoinOutcome } from '../../../shared/screens.ts'
import type { AddressFault, KeepTrouble, ProbeFault } from '../../../shared/setup.ts'
import type { ProbeCheck, SetupStep } from '../../../shared/setup-steps.ts'
import type { ptBR } from './pt-BR.ts'

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }
type Worded<Codes extends string, Words = string> = Readonly<Record<Codes, Words>>

/** Every text of the set-up in one language. Portuguese sets the shape; another language cannot leave a key out. */
export type WizardTexts = Widened<typeof ptBR> & CodesInWords

/** The codes for which each language must have words: a code added to the contract is a compile error until worded. */
type CodesInWords = {
  readonly step: Worded<SetupStep>
  readonly address: { readonly fault: Worded<AddressFault> }
  readonly join: { readonly outcome: Worded<Exclude<JoinOutcome, 'joined'> | 'incomplete'> }
  readonly test: { readonly check: Worded<ProbeCheck> }
  readonly fault: Worded<ProbeFault, { readonly what: string; readonly todo: string }>
  readonly keep: { readonly trouble: Worded<KeepTrouble> }
}
