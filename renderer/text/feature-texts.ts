import type { PromotionOutcome } from '../../shared/contract/promotion.ts'
import type {
  CopiesState,
  JoinOutcome,
  MovedOutcome,
  PairingEnding,
  ScreensStatus,
} from '../../shared/contract/screens.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import type { AddressFault, KeepTrouble, ProbeFault } from '../../shared/contract/setup.ts'
import type { UpdateHold, UpdateStatus, UpdateTrouble } from '../../shared/contract/updates.ts'
import type { ProbeCheck, SetupStep } from '../../shared/contract/values.ts'
import type { WebhookStatus, WebhookTrouble, WebhookVerdict } from '../../shared/contract/webhook.ts'
import type { TextsLike, WordsFor } from '../../shared/i18n/texts.ts'
import type { ptBRConnections } from './pt-BR/connections.ts'
import type { ptBRFeatures } from './pt-BR/features.ts'

/** Every text of the features in one language, by namespace. Portuguese sets the keys; another language cannot leave one out. */
export type FeatureTexts = TextsLike<typeof ptBRFeatures> & CodesInWords

/** The texts about links to other computers; they have files of their own. */
export type ConnectionTexts = Pick<FeatureTexts['settings'], keyof typeof ptBRConnections>

/** The codes for which each language must have words: a code added to the contract is a compile error until worded. */
type CodesInWords = {
  readonly settings: {
    readonly webhook: {
      readonly state: WordsFor<WebhookStatus['state']>
      readonly trouble: WordsFor<WebhookTrouble>
      readonly verdict: WordsFor<WebhookVerdict>
    }
    readonly screens: WordsFor<Exclude<PairingEnding['kind'], 'stopped'>> & {
      readonly trouble: WordsFor<NonNullable<ScreensStatus['trouble']>>
    }
    readonly leave: { readonly address: { readonly outcome: WordsFor<MovedOutcome> } }
    readonly promotion: { readonly outcome: WordsFor<PromotionOutcome> }
    readonly copies: { readonly state: WordsFor<CopiesState> }
    readonly updates: {
      readonly state: WordsFor<UpdateStatus['state']>
      readonly trouble: WordsFor<UpdateTrouble>
      readonly hold: WordsFor<UpdateHold>
    }
    /** The settings that a file can carry. */
    readonly name: WordsFor<Exclude<keyof SettingsPatch, 'setupStep'>>
  }
  readonly wizard: {
    readonly step: WordsFor<SetupStep>
    readonly address: { readonly fault: WordsFor<AddressFault> }
    readonly join: { readonly outcome: WordsFor<Exclude<JoinOutcome, 'joined'>> }
    readonly test: { readonly check: WordsFor<ProbeCheck> }
    readonly fault: WordsFor<ProbeFault, { readonly what: string; readonly todo: string }>
    readonly keep: { readonly trouble: WordsFor<KeepTrouble> }
  }
}
