import type { TextsLike, WordsFor } from '../../../shared/i18n/text-shapes.ts'
import type { PromotionOutcome } from '../../../shared/promotion.ts'
import type { CopiesState, MovedOutcome, PairingEnding, ScreensStatus } from '../../../shared/screens.ts'
import type { SettingsPatch } from '../../../shared/settings.ts'
import type { UpdateHold, UpdateStatus, UpdateTrouble } from '../../../shared/updates.ts'
import type { WebhookStatus, WebhookTrouble, WebhookVerdict } from '../../../shared/webhook.ts'
import type { ptBR } from './pt-BR.ts'

/** Every text of these settings in one language. Portuguese sets the shape; another language cannot leave a key out. */
export type SettingsTexts = TextsLike<typeof ptBR> & CodesInWords

/** The texts about links to other computers; they have files of their own. */
export type ConnectionTexts = Pick<
  SettingsTexts,
  'customers' | 'role' | 'screens' | 'copies' | 'promotion' | 'handOver' | 'leave' | 'webhook'
>

/** The codes for which each language must have words: a code added to the contract is a compile error until worded. */
type CodesInWords = {
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
