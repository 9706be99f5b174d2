import { AlarmClock, BellOff, BellRing, CloudOff, OctagonX, Replace } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sound } from '../../shared/contract/sounds.ts'
import { Choice } from '../controls/choice.tsx'
import { DialogFrame } from '../controls/dialog-frame.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { PushButton } from '../controls/push-button.tsx'
import { Hours } from '../controls/time-stepper.tsx'
import { withCurrent } from '../design/screen-choices.ts'
import { OrdersAbove } from '../places/orders-above.tsx'
import { ringingIn } from '../store/board-state.ts'
import { callSafely } from '../window/call-safely.ts'
import { OnOff, SettingsForm, useSettings } from '../window/settings-form.tsx'
import { useCall } from '../window/use-answer.ts'
import { useComanda, useFormats, useWindowParts } from '../window/window-parts.ts'
import { useSpeaker } from './speaker-context.ts'

/**
 * The orders whose alarm rings now, each with a silence button. Cancelled orders are not listed, because they are
 * acknowledged on their tickets.
 */
function RingingOrders() {
  const { t } = useTranslation()
  const { call, failure } = useCall('order:quiet-alarm')
  const orders = useComanda((state) => state.board.orders)
  const ringing = ringingIn(orders)
  if (ringing.length === 0) return null
  return (
    <>
      <ul className="rows" aria-label={t('alarm.ringing', { count: ringing.length })}>
        {ringing.map(({ orderId, displayId }) => (
          <li key={orderId} className="queue-row">
            <strong className="queue-order">{displayId}</strong>
            <PushButton
              data-silence={orderId}
              label={t('alarm.silence')}
              onPress={() => void call({ orderId, how: 'silenced' })}
            />
          </li>
        ))}
      </ul>
      <FailureNote failure={failure} />
    </>
  )
}

/** The alarm: the orders that ring, the sound test, and the settings. */
export function SoundDialog() {
  const { t } = useTranslation(['translation', 'sound'])
  const closeDialog = useComanda((state) => state.closeDialog)
  return (
    <DialogFrame testId="sound-dialog" title={t('sound:title')} onClose={closeDialog} above={<OrdersAbove />}>
      <RingingOrders />
      <SoundTest />
      <SettingsForm>
        <AlarmControls />
      </SettingsForm>
    </DialogFrame>
  )
}

const VOLUMES = [25, 50, 80, 100]
const INTERVALS = [3, 5, 10, 15]
const ESCALATIONS = [30, 60, 90, 180]

/** Value of the choice without a delay alarm. */
const NEVER = 0
const DELAYS = [2, 5, 10, 15]
const MINUTE_MS = 60_000

/** The settings of the alarm. Each choice takes effect at once. */
function AlarmControls() {
  const { t } = useTranslation(['translation', 'settings', 'sound'])
  const formats = useFormats()
  const { settings, change } = useSettings()
  const isScreen = useComanda((state) => state.connection.isScreen)
  const { alarm, delayAlarm } = settings
  const { quietHours } = alarm
  const numbers = (
    label: string,
    name: 'volume' | 'intervalSeconds' | 'escalateSeconds',
    values: readonly number[],
    word: (value: number) => string,
  ) => (
    <Choice
      label={label}
      value={alarm[name]}
      values={withCurrent(values, alarm[name])}
      word={word}
      onChange={(value) => change({ alarm: { [name]: value } })}
    />
  )
  return (
    <>
      {numbers(t('sound:volume'), 'volume', VOLUMES, (value) => `${formats.whole(value)} %`)}
      {numbers(t('sound:interval'), 'intervalSeconds', INTERVALS, formats.seconds)}
      {numbers(t('sound:escalate'), 'escalateSeconds', ESCALATIONS, formats.seconds)}
      {isScreen ? null : (
        <Choice
          label={t('sound:delay')}
          value={delayAlarm.enabled ? delayAlarm.minutes : NEVER}
          values={[NEVER, ...withCurrent(DELAYS, delayAlarm.minutes)]}
          word={(minutes) => (minutes === NEVER ? t('settings:never') : formats.duration(minutes * MINUTE_MS))}
          onChange={(minutes) =>
            change({ delayAlarm: minutes === NEVER ? { enabled: false } : { enabled: true, minutes } })
          }
        />
      )}
      <OnOff
        label={t('sound:quiet')}
        value={quietHours.enabled}
        onChange={(isOn) => change({ alarm: { quietHours: { ...quietHours, enabled: isOn } } })}
      />
      {quietHours.enabled ? (
        <Hours hours={quietHours} onChange={(next) => change({ alarm: { quietHours: next } })} />
      ) : null}
    </>
  )
}

const SOUNDS = [
  { sound: 'new', text: 'alarm.testNew', icon: BellRing },
  { sound: 'changed', text: 'alarm.testChanged', icon: Replace },
  { sound: 'cancelled', text: 'sound:testCancelled', icon: OctagonX },
  { sound: 'late', text: 'alarm.testLate', icon: AlarmClock },
  { sound: 'stale', text: 'sound:testStale', icon: CloudOff },
] as const
const PER_CENT = 100

/** Plays each sound at the set volume and asks staff whether they heard it. The answer is stored. */
function SoundTest() {
  const { t } = useTranslation(['translation', 'sound'])
  const formats = useFormats()
  const { bridge, store } = useWindowParts()
  const speaker = useSpeaker()
  const testedAt = useComanda((state) => state.soundTestedAt)
  const isBlocked = useComanda((state) => state.sound.isBlocked)
  const [answer, setAnswer] = useState<boolean>()
  const play = async (sound: Sound): Promise<void> => {
    const volume = (store.getState().settings?.alarm.volume ?? PER_CENT) / PER_CENT
    const isPlayed = await speaker.play(sound, { volume, isUrgent: false })
    store.getState().changeSound({ isBlocked: !isPlayed })
  }
  const saveAnswer = (heard: boolean): void => {
    setAnswer(heard)
    void callSafely(() => bridge.call['sound:tested']({ heard }))
  }
  return (
    <section className="rows" aria-label={t('sound:testTitle')}>
      <p>{t('sound:testExplain')}</p>
      <div className="dialog-buttons">
        {SOUNDS.map(({ sound, text, icon: Icon }) => (
          <PushButton key={sound} data-sound={sound} Icon={Icon} label={t(text)} onPress={() => void play(sound)} />
        ))}
      </div>
      <div className="dialog-buttons">
        <PushButton Icon={BellOff} label={t('sound:testNotHeard')} onPress={() => saveAnswer(false)} />
        <PushButton kind="primary" Icon={BellRing} label={t('sound:testHeard')} onPress={() => saveAnswer(true)} />
      </div>
      <p role="status">
        {answer === false || isBlocked
          ? t('sound:testHelp')
          : testedAt === undefined
            ? null
            : t('sound:testedAt', { time: formats.time(testedAt) })}
      </p>
    </section>
  )
}
