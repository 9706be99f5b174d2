import { CheckCheck, CloudUpload, type LucideIcon, Send, Timer, TriangleAlert } from 'lucide-react'
import type { TapView, Truth } from '../../shared/ticket.ts'
import { useFormats, useTick, useWords } from '../app/window-parts.ts'

const SECOND_MS = 1_000
const ICONS: Readonly<Record<Truth, LucideIcon>> = {
  held: Timer,
  queued: CloudUpload,
  sent: Send,
  confirmed: CheckCheck,
  conflict: TriangleAlert,
}

/** How far a tap has come, as icon and words; a held one counts down to its sending. */
export function TruthWords({ tap }: { readonly tap: TapView }) {
  const t = useWords()
  const formats = useFormats()
  const { holdUntil } = tap
  const left = useTick((now) =>
    holdUntil === undefined || now >= holdUntil ? 0 : Math.ceil((holdUntil - now) / SECOND_MS),
  )
  const Icon = ICONS[tap.truth]
  const action = t(`action.${tap.action}`)
  const words =
    tap.truth !== 'held'
      ? t(`truth.${tap.truth}`, { action })
      : left > 0
        ? t('truth.held', { action, seconds: formats.duration(left * SECOND_MS) })
        : t('truth.heldNow', { action })
  return (
    <span className="truth-words">
      <Icon aria-hidden />
      <span>{words}</span>
    </span>
  )
}
