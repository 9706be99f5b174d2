import type { TextsLike, WordsFor } from '../../../shared/i18n/text-shapes.ts'
import type { JoinOutcome } from '../../../shared/screens.ts'
import type { AddressFault, KeepTrouble, ProbeFault } from '../../../shared/setup.ts'
import type { ProbeCheck, SetupStep } from '../../../shared/setup-steps.ts'
import type { ptBR } from './pt-BR.ts'

/** Every text of the set-up in one language. Portuguese sets the shape; another language cannot leave a key out. */
export type SetupTexts = TextsLike<typeof ptBR> & CodesInWords

/** The codes for which each language must have words: a code added to the contract is a compile error until worded. */
type CodesInWords = {
  readonly step: WordsFor<SetupStep>
  readonly address: { readonly fault: WordsFor<AddressFault> }
  readonly join: { readonly outcome: WordsFor<Exclude<JoinOutcome, 'joined'>> }
  readonly test: { readonly check: WordsFor<ProbeCheck> }
  readonly fault: WordsFor<ProbeFault, { readonly what: string; readonly todo: string }>
  readonly keep: { readonly trouble: WordsFor<KeepTrouble> }
}
