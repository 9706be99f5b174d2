import { useTranslation } from 'react-i18next'
import { TicketPreview } from '../ticket/ticket-preview.tsx'
import { SizeRows } from '../ui/window/screen-choices.tsx'
import { SettingsForm } from '../ui/window/settings-form.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

/** Size of the screen and reading distance, with a preview. */
export function ScreenStep({ onNext, onBack }: StepProps) {
  const { t } = useTranslation('wizard')
  return (
    <StepFrame
      title={t('screen.title')}
      lead={t('screen.lead')}
      primary={{ id: 'next', label: t('screen.readable'), onPress: onNext }}
      onBack={onBack}
      aside={
        <figure className="rows preview" data-testid="screen-preview">
          <TicketPreview />
        </figure>
      }
    >
      <SettingsForm>
        <SizeRows />
      </SettingsForm>
    </StepFrame>
  )
}
