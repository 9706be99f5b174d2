import type { SettingsPatch } from '../../shared/contract/settings.ts'
import type { TextsLike } from '../../shared/i18n/texts.ts'
import type { ptBRConnections } from './pt-BR/connections.ts'
import type { ptBRFeatures } from './pt-BR/features.ts'

/** Every text of the features in one language, by namespace. Portuguese sets the keys; another language cannot leave one out. */
export type FeatureTexts = TextsLike<typeof ptBRFeatures> & {
  /** A settings file may name each of them. */
  readonly settings: { readonly name: Readonly<Record<Exclude<keyof SettingsPatch, 'setupStep'>, string>> }
}

/** The texts about links to other computers; they have files of their own. */
export type ConnectionTexts = Pick<FeatureTexts['settings'], keyof typeof ptBRConnections>
