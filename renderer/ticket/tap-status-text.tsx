import { CheckCheck, CloudUpload, Inbox, type LucideIcon, Send, Timer, TriangleAlert } from 'lucide-react'
import type { TapStatus, TapView } from '../../shared/ticket.ts'
import { useFormats, useTick, useWords } from '../window/window-parts.ts'
import { shortActionWord } from './words.ts'

const SECOND_MS = 1_000
const ICONS: Readonly<Record<TapStatus, LucideIcon>> = {
  here: Inbox,
  held: Timer,
  queued: CloudUpload,
  sent: Send,
  confirmed: CheckCheck,
  conflict: TriangleAlert,
}

type TapStatusTextProps = {
  readonly tap: TapView
  /** The action that the same tap also requested. Undo removes both. */
  readonly with?: TapView['action'] | undefined
  /** Only the icon is visible; the words are for assistive technology. */
  readonly isIconOnly?: boolean
}

const secondsLeft = ({ holdUntil }: TapView, now: number): number =>
  holdUntil === undefined || now >= holdUntil ? 0 : Math.ceil((holdUntil - now) / SECOND_MS)

/** A held tap on a card, in three short lines. The name of another screen is cut before the action. */
export function ShortHeldText({ tap }: { readonly tap: TapView }) {
  const t = useWords()
  const formats = useFormats()
  const left = useTick((now) => secondsLeft(tap, now))
  const action = shortActionWord(t, tap.action)
  const words =
    left > 0
      ? t('tapStatus.heldShort', { action, seconds: formats.duration(left * SECOND_MS) })
      : t('tapStatus.heldNow', { action })
  return (
    <span className="held-text">
      {words}
      {tap.by === undefined ? null : (
        <>
          {' '}
          <bdi className="held-by">{tap.by}</bdi>
        </>
      )}
    </span>
  )
}

/**
 * A held tap on a whole ticket: visible in a few words, because it must not be higher than the buttons in whose place it
 * is. A higher ticket would be measured and the board arranged before the answer to the tap is painted, and the ticket's
 * lines would lose space. Assistive technology reads all words.
 */
export function HeldText(props: TapStatusTextProps) {
  return (
    <>
      <span aria-hidden>
        <ShortHeldText tap={props.tap} />
      </span>
      <span className="visually-hidden">
        <TapStatusText {...props} />
      </span>
    </>
  )
}

/** The state of a tap as icon and words; a held tap has a countdown. */
export function TapStatusText({ tap, with: other, isIconOnly = false }: TapStatusTextProps) {
  const t = useWords()
  const formats = useFormats()
  const left = useTick((now) => secondsLeft(tap, now))
  const Icon = ICONS[tap.truth]
  const own = t(`action.${tap.action}`)
  const action = other === undefined ? own : `${t(`action.${other}`)} + ${own}`
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
