import { useTranslation } from 'react-i18next'
import { Choice } from '../controls/choice.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { READING_DISTANCES_CM, SCREEN_INCHES, withCurrent } from '../design/screen-choices.ts'
import type { BoardParts } from '../ticket/board-parts.tsx'
import { useSettingsChange } from '../window/settings-section.ts'
import { useComanda, useFormats } from '../window/window-parts.ts'
import { PracticeTicket } from './practice-ticket.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

const CM = 100

/** Size of the screen and reading distance, which determine the sizes of letters and buttons, with a preview. */
export function ScreenStep({ onNext, onBack, practice }: StepProps & { readonly practice: BoardParts }) {
  const { t } = useTranslation('wizard')
  const formats = useFormats()
  const inches = useComanda((state) => state.settings?.screenInches) ?? 0
  const distance = useComanda((state) => state.settings?.readingDistanceCm)
  const { failure, change } = useSettingsChange()
  return (
    <StepFrame
      title={t('screen.title')}
      lead={t('screen.lead')}
      primary={{ id: 'next', label: t('next'), onPress: onNext }}
      others={[{ id: 'back', label: t('back'), onPress: onBack }]}
      aside={
        <figure className="wizard-preview" data-testid="screen-preview">
          <figcaption>{t('screen.preview')}</figcaption>
          <div inert>
            <PracticeTicket practice={practice} fallback={<p>{t('practice.loading')}</p>} />
          </div>
        </figure>
      }
    >
      <div className="wizard-form">
        <Choice
          label={t('screen.size')}
          value={inches === 0 ? undefined : String(inches)}
          options={(inches === 0 ? SCREEN_INCHES : withCurrent(SCREEN_INCHES, inches)).map((value) => ({
            value: String(value),
            label: `${formats.whole(value)}”`,
          }))}
          onChange={(value) => change({ screenInches: Number(value) })}
          className="choice-small"
        />
        <Choice
          label={t('screen.distance')}
          value={distance === undefined ? undefined : String(distance)}
          options={(distance === undefined ? READING_DISTANCES_CM : withCurrent(READING_DISTANCES_CM, distance)).map(
            (value) => ({
              value: String(value),
              label: formats.length(value / CM, 'meter'),
            }),
          )}
          onChange={(value) => change({ readingDistanceCm: Number(value) })}
          className="choice-small"
        />
        <FailureNote failure={failure} />
      </div>
    </StepFrame>
  )
}
