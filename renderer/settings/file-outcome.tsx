import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract.ts'
import type { SettingsImport } from '../../shared/settings-file.ts'
import type { FeatureTexts } from '../text/feature-texts.ts'

export type FileOutcome =
  /** The file dialog was cancelled. */
  | { readonly kind: 'none' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'imported'; readonly result: SettingsImport }
  | { readonly kind: 'failed'; readonly code: FailureCode }

type Named = keyof FeatureTexts['settings']['name']

function Imported({ result }: { readonly result: SettingsImport }) {
  const { t, i18n } = useTranslation('settings')
  const isNamed = (name: string): name is Named => i18n.exists(`settings:name.${name}`)
  switch (result.outcome) {
    case 'cancelled':
      return null
    case 'unreadable':
      return (
        <p className="failure" role="alert" data-testid="file-outcome">
          {t('file.unreadable')}
        </p>
      )
    case 'taken':
      return (
        <div className="settings-outcome" role="status" data-testid="file-outcome">
          <p>{t('file.taken', { count: result.taken })}</p>
          {result.refused.length === 0 ? null : (
            <>
              <p>{t('file.refused')}</p>
              <ul className="settings-refused">
                {result.refused.map(({ name, why }) => (
                  <li key={name}>
                    <bdi>{isNamed(name) ? t(`name.${name}`) : name}</bdi>: {t(`file.${why}`)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )
  }
}

/** The result of saving or choosing a file. */
export function FileOutcomeWords({ outcome }: { readonly outcome: FileOutcome | undefined }) {
  const { t } = useTranslation('settings')
  const { t: tBoard } = useTranslation()
  switch (outcome?.kind) {
    case undefined:
    case 'none':
      return null
    case 'saved':
      return (
        <p className="settings-outcome" role="status" data-testid="file-outcome">
          {t('file.saved')}
        </p>
      )
    case 'imported':
      return <Imported result={outcome.result} />
    case 'failed':
      return (
        <p className="failure" role="alert" data-testid="file-outcome">
          {outcome.code === 'storage' ? t('file.unusable') : tBoard(`failure.${outcome.code}`)}
        </p>
      )
  }
}
