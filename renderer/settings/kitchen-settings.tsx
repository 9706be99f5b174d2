import { useTranslation } from 'react-i18next'
import type { AutoConfirmSettings, Dialect, Settings } from '../../shared/contract/settings.ts'
import {
  AGE_MINUTES,
  CONFIRM_DEADLINE_MINUTES,
  DONE_LANE_MINUTES,
  ORDERS_IN_KITCHEN,
  POLL_INTERVAL_SECONDS,
  PREPARATION_MINUTES,
  TRAVEL_MINUTES,
} from '../../shared/contract/values.ts'
import { USUAL_PREPARATION_MINUTES } from '../../shared/time/schedule.ts'
import { Choice } from '../controls/choice.tsx'
import { Group } from '../controls/group.tsx'
import { NumberStepper } from '../controls/number-stepper.tsx'
import { Hours } from '../controls/time-stepper.tsx'
import { withCurrent } from '../design/screen-choices.ts'
import { OnOff, SettingChoice, SettingNumber, SettingSwitch, useSettings } from '../window/settings-form.tsx'
import { useFormats } from '../window/window-parts.ts'

const SECOND_MS = 1_000
/** Step of numbers that need not be exact. */
const WIDE_STEP = 5
const UNDO_CHOICES = [0, 3, 5, 10]
const KINDS = [
  ['delivery', 'words.ageDelivery'],
  ['takeout', 'words.ageTakeout'],
] as const

const STANDING = [
  ['delivery', 'words.standingDelivery'],
  ['takeout', 'words.standingTakeout'],
] as const

type Pair = Settings['ageMinutes']['delivery']

/** Two thresholds in minutes: of attention, and of what is late. */
function MinutesPair({
  label,
  minutes,
  onChange,
}: {
  readonly label: string
  readonly minutes: Pair
  readonly onChange: (minutes: Pair) => void
}) {
  const { t } = useTranslation('settings')
  const { warn, late } = minutes
  return (
    <fieldset className="choice">
      <legend className="choice-label">{label}</legend>
      <div className="pair">
        <NumberStepper
          label={t('words.warnAfter')}
          value={warn}
          min={AGE_MINUTES.min}
          max={late}
          onChange={(next) => onChange({ warn: next, late })}
        />
        <NumberStepper
          label={t('words.lateAfter')}
          value={late}
          min={warn}
          max={AGE_MINUTES.max}
          onChange={(next) => onChange({ warn, late: next })}
        />
      </div>
    </fieldset>
  )
}

/** Length of the undo window, and when an order counts as late. */
export function OrderSettings() {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { settings, change } = useSettings()
  const { ageMinutes, standingMinutes, undoSeconds } = settings
  return (
    <>
      <SettingChoice
        name="undoSeconds"
        values={withCurrent(UNDO_CHOICES, undoSeconds)}
        word={(seconds) => (seconds === 0 ? t('page.undoNone') : formats.duration(seconds * SECOND_MS))}
      />
      {KINDS.map(([kind, words]) => (
        <MinutesPair
          key={kind}
          label={t(words)}
          minutes={ageMinutes[kind]}
          onChange={(minutes) => change({ ageMinutes: { ...ageMinutes, [kind]: minutes } })}
        />
      ))}
      <p>{t('words.ageExplain')}</p>
      {STANDING.map(([kind, words]) => (
        <MinutesPair
          key={kind}
          label={t(words)}
          minutes={standingMinutes[kind]}
          onChange={(minutes) => change({ standingMinutes: { ...standingMinutes, [kind]: minutes } })}
        />
      ))}
      <SettingNumber name="travelMinutes" {...TRAVEL_MINUTES} step={WIDE_STEP} />
      <SettingSwitch name="checksBags" />
    </>
  )
}

/** How orders are accepted: by a tap, or by the shop's rules. */
export function AcceptingSection() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const { preparationMinutes, autoConfirm } = settings
  const { enabled, hours, mostOpen } = autoConfirm
  const set = (rules: Partial<AutoConfirmSettings>): void => change({ autoConfirm: rules })
  return (
    <>
      <Group title={t('accepting.tap')} data-part="by-tap">
        <SettingSwitch name="confirmStartsPreparation" />
        <p className="settings-hint">{t('accepting.startsHint')}</p>
        <div className="pair">
          <OnOff
            label={t('advanced.announce')}
            value={preparationMinutes !== undefined}
            onChange={(isOn) => change({ preparationMinutes: isOn ? USUAL_PREPARATION_MINUTES : null })}
          />
          {preparationMinutes === undefined ? null : (
            <NumberStepper
              label={t('name.preparationMinutes')}
              value={preparationMinutes}
              {...PREPARATION_MINUTES}
              step={WIDE_STEP}
              onChange={(minutes) => change({ preparationMinutes: minutes })}
            />
          )}
        </div>
      </Group>
      <Group title={t('name.autoConfirm')} data-part="by-rules">
        <OnOff label={t('accepting.autoSwitch')} value={enabled} onChange={(isOn) => set({ enabled: isOn })} />
        <p className="settings-hint">{t('accepting.autoHint')}</p>
        {enabled ? (
          <>
            <NumberStepper
              label={t('accepting.most')}
              hint={t('accepting.mostHint')}
              value={mostOpen}
              {...ORDERS_IN_KITCHEN}
              onChange={(orders) => set({ mostOpen: orders })}
            />
            <Choice
              label={t('accepting.hours')}
              value={hours.enabled}
              values={[false, true]}
              word={(isOn) => t(isOn ? 'accepting.between' : 'accepting.always')}
              onChange={(isOn) => set({ hours: { ...hours, enabled: isOn } })}
            />
            {hours.enabled ? <Hours hours={hours} onChange={(next) => set({ hours: next })} /> : null}
          </>
        ) : null}
      </Group>
    </>
  )
}

/** Settings that only some kitchens have to change: times, and where a platform differs from the interface document. */
export function AdvancedSection() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const label = (name: keyof Dialect): string => t(`advanced.${name}`)
  const dialect = <N extends keyof Dialect>(
    name: N,
    values: readonly Dialect[N][],
    word: (value: Dialect[N]) => string,
  ) => (
    <Choice
      label={label(name)}
      value={settings.dialect[name]}
      values={values}
      word={word}
      onChange={(value) => change({ dialect: { [name]: value } })}
    />
  )
  return (
    <>
      <Group title={t('advanced.times')}>
        <div className="pair">
          <SettingNumber name="confirmDeadlineMinutes" hint={t('advanced.confirmHint')} {...CONFIRM_DEADLINE_MINUTES} />
          <SettingNumber
            name="pollIntervalSeconds"
            hint={t('advanced.pollHint')}
            {...POLL_INTERVAL_SECONDS}
            step={WIDE_STEP}
          />
          <SettingNumber name="doneLaneMinutes" {...DONE_LANE_MINUTES} step={WIDE_STEP} />
        </div>
      </Group>
      <Group title={t('name.dialect')}>
        <p className="settings-warning">{t('advanced.platformHint')}</p>
        {dialect('money', ['decimal', 'cents'], (unit) => t(`advanced.${unit}`))}
        {dialect('deliveredFromReady', [false, true], (isAllowed) =>
          t(isAllowed ? 'advanced.deliveredFromReadyYes' : 'advanced.deliveredFromReadyNo'),
        )}
        {dialect('validateCode', ['query', 'body'], (part) => t(`advanced.${part}`))}
        {dialect('acknowledgment', ['v2', 'v1', 'ids'], (shape) => t(`advanced.${shape}`))}
      </Group>
    </>
  )
}
