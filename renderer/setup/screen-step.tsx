import { useTranslation } from 'react-i18next'
import { ValueRow } from '../controls/row-kinds.tsx'
import { READING_DISTANCES_CM, SCREEN_INCHES, withCurrent } from '../design/screen-choices.ts'
import { USUAL_PX_PER_MM } from '../design/tokens.ts'
import { TicketPreview } from '../ticket/ticket-preview.tsx'
import { SettingsForm, useSettings } from '../window/settings-form.tsx'
import { useFormats } from '../window/window-parts.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

const CM = 100
const MM_IN_INCH = 25.4

/** The usual size that comes nearest to what the program assumes while the size is unknown. */
function estimatedInches(): number {
  const inches = Math.hypot(screen.width, screen.height) / USUAL_PX_PER_MM / MM_IN_INCH
  return SCREEN_INCHES.toSorted((one, other) => Math.abs(one - inches) - Math.abs(other - inches))[0] ?? 0
}

/** Reading distance and size of the screen, which determine the sizes of letters and buttons. */
function Sizes() {
  const { t } = useTranslation('wizard')
  const formats = useFormats()
  const { settings, change } = useSettings()
  const { screenInches, readingDistanceCm } = settings
  const distances = withCurrent(READING_DISTANCES_CM, readingDistanceCm)
  const inches = screenInches === 0 ? estimatedInches() : screenInches
  const inMeters = (cm: number): string => formats.length(cm / CM, 'meter')
  return (
    <>
      <label className="wizard-distance">
        <span className="row-label">{t('screen.distance')}</span>
        <input
          type="range"
          name="distance"
          min={0}
          max={distances.length - 1}
          value={distances.indexOf(readingDistanceCm)}
          aria-valuetext={inMeters(readingDistanceCm)}
          onChange={({ target }) => change({ readingDistanceCm: distances[target.valueAsNumber] ?? readingDistanceCm })}
        />
        <span className="wizard-distances" aria-hidden>
          {distances.map((cm, index) => (
            <span key={cm} data-current={cm === readingDistanceCm || undefined}>
              {index === 0 || cm === readingDistanceCm ? inMeters(cm) : formats.whole(cm / CM)}
            </span>
          ))}
        </span>
      </label>
      <ValueRow
        data-setting="screenInches"
        label={t('screen.size')}
        help={t(screenInches === 0 ? 'screen.estimated' : 'screen.measured')}
        value={inches}
        values={withCurrent(SCREEN_INCHES, inches)}
        word={(value) => `${formats.whole(value)}”`}
        onChange={(value) => change({ screenInches: value })}
      />
    </>
  )
}

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
        <Sizes />
      </SettingsForm>
    </StepFrame>
  )
}
