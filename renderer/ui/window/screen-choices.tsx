import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ComputerSwitch } from '../../../shared/contract/computer.ts'
import type { CallArgs } from '../../../shared/contract/contract.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import { Picks } from '../controls/picks.tsx'
import { Row } from '../controls/row.tsx'
import { SwitchRow, ValueRow } from '../controls/row-kinds.tsx'
import { READING_DISTANCES_CM, SCREEN_INCHES, withCurrent } from '../design/screen-choices.ts'
import { USUAL_PX_PER_MM } from '../design/tokens.ts'
import { useSettings } from './settings-form.tsx'
import { useCall, usePolled } from './use-answer.ts'
import { useFormats } from './window-parts.ts'

/** The system is asked again while the switches are shown: a user may change them there. */
const ASK_EVERY_MS = 5_000

/**
 * For a screen that runs unattended: start with the computer, and, where the system supports it, restart after a failure.
 * They show what the system reports.
 */
export function UnattendedSwitches() {
  const { t } = useTranslation('settings')
  const { value: states, replace } = usePolled('computer:status', null, ASK_EVERY_MS)
  const { call, value: reached, failure } = useCall('computer:switch')
  const [wanted, setWanted] = useState<CallArgs<'computer:switch'>>()
  if (states === undefined) return null
  const change = async (next: CallArgs<'computer:switch'>): Promise<void> => {
    setWanted(next)
    const answer = await call(next)
    if (answer.ok) replace(answer.value)
  }
  const isRefused = (name: ComputerSwitch): boolean =>
    wanted?.name === name && reached !== undefined && reached[name] !== (wanted.isOn ? 'on' : 'off')
  const switchOf = (name: ComputerSwitch, part: string, hint: string) => {
    const state = states[name]
    if (state === 'not-here') return null
    const label = t(`computer.switch.${name}`)
    if (state === 'not-installed' || state === 'no-service') {
      return <Row data-part={part} data-state={state} label={label} help={t(`computer.hold.${state}`)} />
    }
    return (
      <SwitchRow
        data-part={part}
        data-state={state}
        label={label}
        value={state === 'on'}
        help={isRefused(name) ? t('computer.refused') : hint}
        onChange={(isOn) => void change({ name, isOn })}
      />
    )
  }
  return (
    <>
      {switchOf('startsWithComputer', 'starts-with-computer', t('computer.startsHint'))}
      {switchOf('restartsAfterFailure', 'restarts-after-failure', t('computer.restartsHint'))}
      <FailureNote failure={failure} />
    </>
  )
}

const CM = 100
const MM_IN_INCH = 25.4

/** The usual size that comes nearest to what the program assumes while the size is unknown. */
function estimatedInches(): number {
  const inches = Math.hypot(screen.width, screen.height) / USUAL_PX_PER_MM / MM_IN_INCH
  return SCREEN_INCHES.toSorted((one, other) => Math.abs(one - inches) - Math.abs(other - inches))[0] ?? 0
}

/** Reading distance and size of the screen, which determine the sizes of letters and buttons. */
export function SizeRows() {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { settings, change } = useSettings()
  const { screenInches, readingDistanceCm } = settings
  const isUnknown = screenInches === 0
  const inches = isUnknown ? estimatedInches() : screenInches
  return (
    <>
      <ValueRow
        data-setting="readingDistanceCm"
        label={t('name.readingDistanceCm')}
        help={t('page.distanceHint')}
        value={readingDistanceCm}
        values={withCurrent(READING_DISTANCES_CM, readingDistanceCm)}
        word={(distance) => formats.length(distance / CM, 'meter')}
        onChange={(distance) => change({ readingDistanceCm: distance })}
      />
      <ValueRow
        data-setting="screenInches"
        label={t('name.screenInches')}
        help={isUnknown ? t('page.sizeEstimated') : undefined}
        value={inches}
        values={withCurrent(SCREEN_INCHES, inches)}
        word={(value) => `${formats.whole(value)}”`}
        onChange={(value) => change({ screenInches: value })}
      />
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
    <Picks
      label={t('whichStation')}
      value={station}
      values={stations.map(({ name }) => name)}
      word={(name) => name}
      onChange={onChange}
    />
  )
}
