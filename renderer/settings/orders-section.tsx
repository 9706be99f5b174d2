import { useTranslation } from 'react-i18next'
import type { Settings } from '../../shared/contract/settings.ts'
import { AGE_MINUTES, TRAVEL_MINUTES } from '../../shared/contract/values.ts'
import { NumberStepper } from '../ui/controls/number-stepper.tsx'
import { Row } from '../ui/controls/row.tsx'
import { withCurrent } from '../ui/design/screen-choices.ts'
import { SettingChoice, SettingNumber, SettingSwitch, useSettings } from '../ui/window/settings-form.tsx'
import { useFormats } from '../ui/window/window-parts.ts'
import { OfFirstPlatform } from './of-first-platform.tsx'

const SECOND_MS = 1_000
/** Step of numbers that need not be exact. */
const WIDE_STEP = 5
const UNDO_CHOICES = [0, 3, 5, 10]
const KINDS = ['delivery', 'takeout'] as const

type Pair = Settings['ageMinutes']['delivery']

type MinutesRowProps = {
  readonly label: string
  readonly minutes: Pair
  readonly onChange: (minutes: Pair) => void
}

/** Two thresholds in minutes: of attention, and of what is late. */
function MinutesRow({ label, minutes, onChange }: MinutesRowProps) {
  const { t } = useTranslation('settings')
  const { warn, late } = minutes
  return (
    <Row label={label}>
      <NumberStepper
        label={`${label}: ${t('words.warnAfter')}`}
        value={warn}
        min={AGE_MINUTES.min}
        max={late}
        onChange={(next) => onChange({ warn: next, late })}
      />
      <NumberStepper
        label={`${label}: ${t('words.lateAfter')}`}
        value={late}
        min={warn}
        max={AGE_MINUTES.max}
        onChange={(next) => onChange({ warn, late: next })}
      />
    </Row>
  )
}

/** The minutes of both kinds of orders, below the words of the two columns. */
function MinutesGroup({ name }: { readonly name: 'ageMinutes' | 'standingMinutes' }) {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const group = name === 'ageMinutes' ? 'age' : 'standing'
  return (
    <section data-setting={name} aria-label={t(`words.${group}`)}>
      <Row label={t(`words.${group}`)} help={t(`words.${group}Explain`)}>
        <span className="settings-column">{t('words.warnAfter')}</span>
        <span className="settings-column">{t('words.lateAfter')}</span>
      </Row>
      {KINDS.map((kind) => (
        <MinutesRow
          key={kind}
          label={t(`words.${kind}`)}
          minutes={settings[name][kind]}
          onChange={(minutes) => change({ [name]: { ...settings[name], [kind]: minutes } })}
        />
      ))}
    </section>
  )
}

/** How long a courier of the shop is on the way. */
export const TravelTime = () => <SettingNumber name="travelMinutes" {...TRAVEL_MINUTES} step={WIDE_STEP} />

/** Length of the undo window, and when an order counts as late. */
export function OrdersSection() {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { undoSeconds } = useSettings().settings
  return (
    <>
      <OfFirstPlatform />
      <MinutesGroup name="ageMinutes" />
      <MinutesGroup name="standingMinutes" />
      <TravelTime />
      <SettingChoice
        name="undoSeconds"
        values={withCurrent(UNDO_CHOICES, undoSeconds)}
        word={(seconds) => (seconds === 0 ? t('page.undoNone') : formats.duration(seconds * SECOND_MS))}
      />
      <SettingSwitch name="checksBags" />
    </>
  )
}
