import { Check, ChevronRight, MonitorCheck, MonitorSmartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LOCALES } from '../../shared/contract/values.ts'
import { LANGUAGE_NAMES } from '../../shared/texts/texts.ts'
import { Segments } from '../ui/controls/segments.tsx'
import { SettingsForm, useSettings } from '../ui/window/settings-form.tsx'
import { JoinForm } from './join-form.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

type CardProps = {
  readonly hook: Readonly<Record<`data-${string}`, string>>
  readonly sign: ReactNode
  readonly label: string
  readonly help?: string
  /** Absent: the card leads to another page. */
  readonly isChosen?: boolean
  readonly onPress: () => void
}

/** A choice with a picture. */
function Card({ hook, sign, label, help, isChosen, onPress }: CardProps) {
  return (
    <button
      type="button"
      className="wizard-choice"
      {...hook}
      {...(isChosen === undefined ? {} : { 'aria-pressed': isChosen })}
      onClick={onPress}
    >
      {sign}
      <span className="row-words">
        <span className="row-label">{label}</span>
        {help === undefined ? null : <span className="row-help">{help}</span>}
      </span>
      {isChosen === true ? <Check aria-hidden className="wizard-tick" /> : null}
      {isChosen === undefined ? <ChevronRight aria-hidden /> : null}
    </button>
  )
}

function Choices({ onJoin }: { readonly onJoin: () => void }) {
  const { t } = useTranslation('wizard')
  const { settings, change } = useSettings()
  const theme = (name: 'dark' | 'light', label: string) => (
    <Card
      hook={{ 'data-theme-choice': name }}
      sign={
        <span className="wizard-theme" data-theme={name} aria-hidden>
          <i />
          <i />
          <i />
          <i />
        </span>
      }
      label={label}
      isChosen={settings.theme === name}
      onPress={() => change({ theme: name })}
    />
  )
  return (
    <>
      <h3 className="wizard-label">{t('welcome.language')}</h3>
      <Segments
        hook="language"
        label={t('welcome.language')}
        value={settings.locale}
        values={LOCALES}
        word={(locale) => <span lang={locale}>{LANGUAGE_NAMES[locale]}</span>}
        onChange={(locale) => change({ locale })}
      />
      <h3 className="wizard-label">{t('welcome.computer')}</h3>
      <div className="wizard-pair">
        <div className="wizard-choice" data-chosen>
          <MonitorCheck aria-hidden />
          <span className="row-words">
            <span className="row-label">{t('welcome.receives')}</span>
            <span className="row-help">{t('welcome.receivesHelp')}</span>
          </span>
          <Check aria-hidden className="wizard-tick" />
        </div>
        <Card
          hook={{ 'data-wizard': 'join-another' }}
          sign={<MonitorSmartphone aria-hidden />}
          label={t('welcome.screen')}
          help={t('welcome.screenHelp')}
          onPress={onJoin}
        />
      </div>
      <h3 className="wizard-label">{t('welcome.light')}</h3>
      <div className="wizard-pair">
        {theme('dark', t('welcome.dark'))}
        {theme('light', t('welcome.bright'))}
      </div>
    </>
  )
}

/** Language, purpose of the computer and light of the kitchen, all chosen already: one touch goes on. */
export function WelcomeStep({ onNext }: Pick<StepProps, 'onNext'>) {
  const { t } = useTranslation('wizard')
  const [isJoining, setJoining] = useState(false)
  if (isJoining) return <JoinForm onBack={() => setJoining(false)} />
  return (
    <StepFrame
      title={t('welcome.title')}
      lead={t('welcome.lead')}
      primary={{ id: 'next', label: t('next'), onPress: onNext }}
    >
      <SettingsForm>
        <Choices onJoin={() => setJoining(true)} />
      </SettingsForm>
    </StepFrame>
  )
}
