import { BellOff, BellRing } from 'lucide-react'
import { businessDay } from '../../shared/time/business-day.ts'
import { isQuietAt } from '../../shared/time/quiet-hours.ts'
import { ticketsOf } from '../store/board-state.ts'
import { HeaderButton } from '../ui/controls/header-button.tsx'
import { useComanda, useTick, useWords } from '../ui/window/window-parts.ts'

/** The state of the sound: blocked, quiet hours, ringing, not tested on this business day, or in order. */
export function SoundButton() {
  const t = useWords()
  const openDialog = useComanda((state) => state.openDialog)
  const isBlocked = useComanda((state) => state.sound.isBlocked)
  const quietHours = useComanda((state) => state.settings?.alarm.quietHours)
  const testedAt = useComanda((state) => state.soundTestedAt)
  const count = useComanda((state) => ticketsOf(state.board.orders).filter(({ alarm }) => alarm).length)
  const isQuiet = useTick((now) => quietHours !== undefined && isQuietAt(quietHours, now))
  const isDue = useTick((now) => testedAt === undefined || testedAt < businessDay(now, 0).from)
  const state = isBlocked ? 'blocked' : isQuiet ? 'quiet' : count > 0 ? 'ringing' : isDue ? 'due' : 'well'
  const Icon = state === 'blocked' || state === 'quiet' ? BellOff : BellRing
  const words = {
    blocked: t('alarm.blocked'),
    quiet: t('alarm.quietNow', { time: quietHours?.to ?? '' }),
    ringing: t('alarm.ringing', { count }),
    due: t('alarm.testDue'),
    well: t('alarm.bell'),
  }[state]
  return (
    <HeaderButton
      data-testid="open-sound"
      Icon={Icon}
      words={words}
      data-state={state}
      onClick={() => openDialog({ kind: 'sound' })}
    />
  )
}
