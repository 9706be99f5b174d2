import { BellRing, CalendarClock, CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useIsChecked } from '../ui/window/freshness-words.ts'
import { useComanda, useFormats, useTick } from '../ui/window/window-parts.ts'
import { UncheckedBoard } from './unchecked-board.tsx'

/** Nothing is stated to be up to date that was not checked just now. */
function Checked() {
  const { t } = useTranslation(['translation', 'emptyWall'])
  const formats = useFormats()
  const checkedAt = useComanda((state) => state.connection.freshness.checkedAt ?? 0)
  const age = useTick((now) => formats.duration(Math.max(0, now - checkedAt)))
  return (
    <>
      <p className="empty-title">{t('emptyWall:title')}</p>
      <p className="empty-fresh">
        <CircleCheck aria-hidden />
        {`${t('freshness.checked', { age })}. ${t('emptyWall:next')}`}
      </p>
    </>
  )
}

function NextStart() {
  const { t } = useTranslation('emptyWall')
  const formats = useFormats()
  const scheduled = useComanda((state) => state.board.lanes.scheduled)
  const orders = useComanda((state) => state.board.orders)
  const [next] = scheduled
    .flatMap((id) => orders[id] ?? [])
    .filter(({ startAt }) => startAt !== undefined)
    .toSorted((a, b) => (a.startAt ?? 0) - (b.startAt ?? 0))
  const start = useTick((now) => (next?.startAt === undefined ? '' : formats.whenShort(next.startAt, now)))
  return next ? (
    <p>
      <CalendarClock aria-hidden />
      {t('scheduled', { displayId: next.displayId, time: start })}
    </p>
  ) : null
}

/** Without orders: that everything is in order, and what comes next. */
export function EmptyWall() {
  const { t } = useTranslation('emptyWall')
  const formats = useFormats()
  const isChecked = useIsChecked()
  const testedAt = useComanda((state) => state.soundTestedAt)
  return (
    <div className="empty-wall">
      {isChecked ? <Checked /> : <UncheckedBoard />}
      <NextStart />
      {testedAt === undefined ? null : (
        <p>
          <BellRing aria-hidden />
          {t('sound', { time: formats.time(testedAt) })}
        </p>
      )}
    </div>
  )
}
