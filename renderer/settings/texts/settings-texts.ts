import type { PromotionOutcome } from '../../../shared/promotion.ts'
import type { CopiesState, MovedOutcome, PairingEnding, ScreensStatus } from '../../../shared/screens.ts'
import type { SettingsPatch } from '../../../shared/settings.ts'
import type { UpdateHold, UpdateStatus, UpdateTrouble } from '../../../shared/updates.ts'
import type { WebhookStatus, WebhookTrouble, WebhookVerdict } from '../../../shared/webhook.ts'
import type { ptBR } from './pt-BR.ts'

type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> }
type Worded<Codes extends string> = Readonly<Record<Codes, string>>

/** Every text of these settings in one language. Portuguese sets the shape; another language cannot leave a key out. */
export type SettingsTexts = Widened<typeof ptBR> & CodesInWords

/** The texts about links to other computers; they have files of their own. */
export type ConnectionTexts = Pick<
  SettingsTexts,
  'customers' | 'role' | 'screens' | 'copies' | 'promotion' | 'handOver' | 'leave' | 'webhook'
>

/** The codes for which each language must have words: a code added to the contract is a compile error until worded. */
type CodesInWords = {
  readonly webhook: {
    readonly state: Worded<WebhookStatus['state']>
    readonly trouble: Worded<WebhookTrouble>
    readonly verdict: Worded<WebhookVerdict>
  }
  readonly screens: Worded<Exclude<PairingEnding['kind'], 'stopped'>> & {
    readonly trouble: Worded<NonNullable<ScreensStatus['trouble']>>
  }
  readonly leave: { readonly address: { readonly outcome: Worded<MovedOutcome> } }
  readonly promotion: { readonly outcome: Worded<PromotionOutcome> }
  readonly copies: { readonly state: Worded<CopiesState> }
  readonly updates: {
    readonly state: Worded<UpdateStatus['state']>
    readonly trouble: Worded<UpdateTrouble>
    readonly hold: Worded<UpdateHold>
  }
  /** The settings that a file can carry. */
  readonly name: Worded<Exclude<keyof SettingsPatch, 'setupStep'>>
}
