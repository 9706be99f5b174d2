import { AlarmClock, BellOff, BellRing, CloudOff, OctagonX, Replace } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sound } from '../../shared/contract/sounds.ts'
import { PushButton } from '../ui/controls/push-button.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import { useComanda, useFormats, useWindowParts } from '../ui/window/window-parts.ts'
import { useSpeaker } from './speaker-context.ts'

const SOUNDS = [
  { sound: 'new', text: 'alarm.testNew', icon: BellRing },
  { sound: 'changed', text: 'alarm.testChanged', icon: Replace },
  { sound: 'cancelled', text: 'sound:testCancelled', icon: OctagonX },
  { sound: 'late', text: 'alarm.testLate', icon: AlarmClock },
  { sound: 'stale', text: 'sound:testStale', icon: CloudOff },
] as const
const PER_CENT = 100

/** Plays each sound at the set volume and asks staff whether they heard it. The answer is stored. */
export function SoundTest() {
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
        <PushButton Icon={BellRing} label={t('sound:testHeard')} onPress={() => saveAnswer(true)} />
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
