import { CircleAlert, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { startOfWork } from '../../shared/ticket/lateness.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { useFormats, useTick } from '../ui/window/window-parts.ts'

/** The promised time, and since when it is over; without one, the time that the kitchen has had the order. */
export function PromisedTime({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('handOver')
  const formats = useFormats()
  const { dueAt } = ticket
  const isLate = useTick((now) => dueAt !== undefined && now >= dueAt)
  const words = useTick((now) => {
    if (dueAt === undefined) return t('waiting', { duration: formats.duration(now - startOfWork(ticket)) })
    const time = formats.time(dueAt)
    return now < dueAt ? t('due', { time }) : t('overdue', { time, duration: formats.duration(now - dueAt) })
  })
  const Icon = isLate ? CircleAlert : Clock
  return (
    <span className="promise" data-urgency={isLate ? 'late' : 'calm'}>
      <Icon aria-hidden />
      <span>{words}</span>
    </span>
  )
}
