import { CircleAlert, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { startOfWork } from '../../shared/ticket/lateness.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { useFormats, useTick } from '../window/window-parts.ts'

const MINUTE_MS = 60_000

/** Time until or since the promised time; without one, the time that the kitchen has had the order. */
export function PromisedTime({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('handOver')
  const formats = useFormats()
  const { dueAt } = ticket
  const isLate = useTick((now) => dueAt !== undefined && now >= dueAt)
  const words = useTick((now) => {
    if (dueAt === undefined) return t('waiting', { duration: formats.duration(now - startOfWork(ticket)) })
    const time = formats.time(dueAt)
    if (now >= dueAt) return t('overdue', { time, duration: formats.duration(now - dueAt) })
    // Rounded up, so that it never shows "in 0 min".
    return t('due', { time, duration: formats.duration(Math.ceil((dueAt - now) / MINUTE_MS) * MINUTE_MS) })
  })
  const Icon = isLate ? CircleAlert : Clock
  return (
    <span className="promise" data-urgency={isLate ? 'late' : 'calm'}>
      <Icon aria-hidden />
      {words}
    </span>
  )
}
