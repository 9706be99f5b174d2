import { BellRing, CloudOff, X } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { ptBR } from '../../shared/i18n/pt-BR.ts'
import type { NoticeKey } from '../../shared/i18n/texts.ts'
import { useBringTicket } from '../places/bring-ticket.ts'
import { useComanda } from '../window/window-parts.ts'

/** A clock that is off by more than this deserves a word; the board itself counts by the platform's clock. */
const SKEW_LIMIT_MS = 30_000

/** They tell of something that is over: nothing but a person's look can end them. */
const ABOUT_THE_PAST: readonly string[] = [
  'storage-repaired',
  'storage-lost',
  'provision-taken',
  'provision-refused',
  'provision-not-erased',
  'provision-waiting',
]

/** The main process names a notice by a key; one without words is said to be something. */
const isNotice = (key: string): key is NoticeKey => Object.hasOwn(ptBR.notice, key)

function Notice() {
  const { t } = useTranslation()
  const isSkewed = useComanda((state) => Math.abs(state.connection.skewMs) > SKEW_LIMIT_MS)
  const told = useComanda((state) => (state.isNoticeClosed ? undefined : state.connection.notice || undefined))
  const closeNotice = useComanda((state) => state.closeNotice)
  const notice = told ?? (isSkewed ? 'clock-skew' : undefined)
  if (notice === undefined) return null
  return (
    <div className="header-notice" role="status" data-notice={notice}>
      {t(`notice.${isNotice(notice) ? notice : 'unknown'}`)}
      {ABOUT_THE_PAST.includes(notice) ? (
        <Button className="icon-button" aria-label={t('action.close')} data-testid="close-notice" onPress={closeNotice}>
          <X aria-hidden />
        </Button>
      ) : null}
    </div>
  )
}

/** Orders that call from another page, each with a way to it: an alarm never rings for an order that cannot be found. */
function CallingElsewhere() {
  const { t } = useTranslation()
  const bringTicket = useBringTicket()
  const orderIds = useComanda((state) => state.sound.outOfSight)
  const orders = useComanda((state) => state.board.orders)
  // A cancelled one is named by its "stop" already.
  const named = orderIds.filter((orderId) => orders[orderId]?.alarm !== 'cancelled')
  if (named.length === 0) return null
  return (
    <div className="said-orders">
      <strong className="said-words">
        <BellRing aria-hidden />
        {t('alarm.elsewhere')}
      </strong>
      {named.map((orderId) => (
        <button
          key={orderId}
          type="button"
          className="said-chip"
          data-calling={orderId}
          onClick={() => bringTicket(orderId)}
        >
          <bdi>{orders[orderId]?.displayId ?? orderId}</bdi>
        </button>
      ))}
    </div>
  )
}

/** Ends the sound of a board that is out of date, until it is up to date again; what the badge says stays. */
function SilenceStale() {
  const { t } = useTranslation()
  const isSounding = useComanda((state) => state.sound.isStale && !state.sound.isStaleSilenced)
  const changeSound = useComanda((state) => state.changeSound)
  if (!isSounding) return null
  return (
    <Button
      className="button header-button"
      data-testid="silence-stale"
      onPress={() => changeSound({ isStaleSilenced: true })}
    >
      <CloudOff aria-hidden />
      {t('alarm.silence')}
    </Button>
  )
}

/** Whatever has to be said, in a place that is always kept for it: no banner ever moves a ticket or covers a button. */
export function Announcements() {
  return (
    <div className="said" data-testid="announcements">
      <CallingElsewhere />
      <Notice />
      <SilenceStale />
    </div>
  )
}
