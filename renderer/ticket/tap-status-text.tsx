import { Archive, CheckCheck, CloudUpload, Inbox, type LucideIcon, Send, Timer, TriangleAlert } from 'lucide-react'
import type { TapStatus, TapView } from '../../shared/ticket/ticket.ts'
import { useFormats, useTick, useWords } from '../ui/window/window-parts.ts'

const SECOND_MS = 1_000
export const TAP_ICONS: Readonly<Record<TapStatus, LucideIcon>> = {
  here: Inbox,
  held: Timer,
  queued: CloudUpload,
  sent: Send,
  confirmed: CheckCheck,
  concluded: Archive,
  conflict: TriangleAlert,
}

type TapStatusTextProps = {
  readonly tap: TapView
  /** Only the icon is visible; the words are for assistive technology. */
  readonly isIconOnly?: boolean
}

/** Until a held tap is sent. */
export const secondsLeft = ({ holdUntil }: TapView, now: number): number =>
  holdUntil === undefined || now >= holdUntil ? 0 : Math.ceil((holdUntil - now) / SECOND_MS)

/** The state of a tap as icon and words; a held tap has a countdown. */
export function TapStatusText({ tap, isIconOnly = false }: TapStatusTextProps) {
  const t = useWords()
  const formats = useFormats()
  const left = useTick((now) => secondsLeft(tap, now))
  const Icon = TAP_ICONS[tap.truth]
  const action = t(`action.${tap.action}`)
  const words =
    tap.truth !== 'held'
      ? t(`tapStatus.${tap.truth}`, { action })
      : left > 0
        ? t('tapStatus.held', { action, seconds: formats.duration(left * SECOND_MS) })
        : t('tapStatus.heldNow', { action })
  return (
    <span className="tap-status-text">
      <Icon aria-hidden />
      <span className={isIconOnly ? 'visually-hidden' : undefined}>
        {tap.by === undefined ? words : `${words} · ${tap.by}`}
      </span>
    </span>
  )
}
