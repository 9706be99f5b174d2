import { useTranslation } from 'react-i18next'
import { Choice } from '../controls/choice.tsx'
import { READING_DISTANCES_CM, SCREEN_INCHES, withCurrent } from '../design/screen-choices.ts'
import { SettingChoice, SettingSwitch, useSettings } from './settings-form.tsx'
import { useAnswer } from './use-answer.ts'
import { useFormats } from './window-parts.ts'

const CM = 100

/** Size of the screen and reading distance, which determine the sizes of letters and buttons. */
export function ScreenSize({
  unknown,
}: {
  /** The words for a size that is not known; absent: not offered. */ readonly unknown?: string
}) {
  const formats = useFormats()
  const { screenInches, readingDistanceCm } = useSettings().settings
  const inches = withCurrent(unknown === undefined ? SCREEN_INCHES : [0, ...SCREEN_INCHES], screenInches)
  return (
    <>
      <SettingChoice
        className="choice-small"
        name="screenInches"
        values={unknown === undefined ? inches.filter((value) => value !== 0) : inches}
        word={(value) => (value === 0 ? unknown : `${formats.whole(value)}”`)}
      />
      <SettingChoice
        className="choice-small"
        name="readingDistanceCm"
        values={withCurrent(READING_DISTANCES_CM, readingDistanceCm)}
        word={(distance) => formats.length(distance / CM, 'meter')}
      />
    </>
  )
}

/** For a screen that runs unattended: start with the computer, and, where the system supports it, restart after a failure. */
export function UnattendedSwitches() {
  const { t } = useTranslation('settings')
  const { restartsAfterFailure } = useSettings().settings
  const computer = useAnswer('computer:status', null, restartsAfterFailure)
  const watchdog = computer?.ok ? computer.value.watchdog : undefined
  return (
    <>
      <SettingSwitch name="startsWithComputer" data-part="starts-with-computer" hint={t('computer.startsHint')} />
      {/* Hidden until the state is known, and on systems that do not support it. */}
      {watchdog === undefined || watchdog === 'not-here' ? null : (
        <SettingSwitch
          name="restartsAfterFailure"
          data-part="restarts-after-failure"
          data-watchdog={watchdog}
          hint={t(`computer.watchdog.${watchdog}`)}
        />
      )}
    </>
  )
}

type StationOfScreenProps = { readonly station: string; readonly onChange: (station: string) => void }

/** The preparation station whose lines a screen shows. */
export function StationOfScreen({ station, onChange }: StationOfScreenProps) {
  const { t } = useTranslation('roles')
  const { stations } = useSettings().settings
  return stations.length === 0 ? (
    <p className="settings-hint">{t('noStations')}</p>
  ) : (
    <Choice label={t('whichStation')} value={station} values={stations.map(({ name }) => name)} onChange={onChange} />
  )
}
