import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { LANGUAGE_NAMES } from '../../shared/i18n/texts.ts'
import type { Locale } from '../../shared/settings.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import { useSettingsChange } from '../window/use-settings-change.ts'
import { useComanda } from '../window/window-parts.ts'
import { StepFrame } from './step-frame.tsx'
import type { StepProps } from './step-props.ts'

const isLocale = (name: string): name is Locale => name in LANGUAGE_NAMES
const LOCALES = Object.keys(LANGUAGE_NAMES).filter(isLocale)

/** One touch chooses the language and goes to the next step, because the user may not understand the other buttons. */
export function LanguageStep({ onNext }: StepProps) {
  const { t } = useTranslation('wizard')
  const current = useComanda((state) => state.settings?.locale)
  const { failure, change } = useSettingsChange()
  return (
    <StepFrame title={t('language.title')} lead={t('language.lead')}>
      <div className="wizard-languages">
        {LOCALES.map((locale) => (
          <Button
            key={locale}
            className="button wizard-language"
            data-language={locale}
            data-current={locale === current || undefined}
            lang={locale}
            onPress={() => change({ locale }, onNext)}
          >
            {LANGUAGE_NAMES[locale]}
          </Button>
        ))}
      </div>
      <FailureNote failure={failure} />
    </StepFrame>
  )
}
