import { OctagonX, Settings2 } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../shared/i18n/languages.ts'
import type { NoticeKey } from '../../shared/i18n/texts.ts'
import { FreshnessBadge } from './freshness-badge.tsx'
import { UnsettledCount } from './unsettled-count.tsx'
import { useComanda, useFormats, useTick } from './window-parts.ts'

/** Brings the first order that must be stopped before the cook's eyes, wherever it stands. */
function StopSummary() {
  const { t } = useTranslation()
  const count = useComanda((state) => state.board.stops.length)
  const first = useComanda((state) => state.board.stops[0])
  if (first === undefined) return null
  const show = (): void => {
    const ticket = document.querySelector(`[data-order-id="${CSS.escape(first)}"]`)
    ticket?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }
  return (
    <Button className="header-stop" onPress={show}>
      <OctagonX aria-hidden />
      {t('board.stops', { count })}
    </Button>
  )
}

function WallClock() {
  const { t } = useTranslation()
  const formats = useFormats()
  const time = useTick((now) => formats.time(now))
  return (
    <time className="header-time" title={t('app.time')}>
      {time}
    </time>
  )
}

/** A clock that is off by more than this deserves a word; the board itself counts by the platform's clock. */
const SKEW_LIMIT_MS = 30_000

/** The main process names a notice by a key; one without words is said to be something. */
const isNotice = (key: string): key is NoticeKey => key in LANGUAGES.en.notice

function Notice() {
  const { t } = useTranslation()
  const isSkewed = useComanda((state) => Math.abs(state.connection.skewMs) > SKEW_LIMIT_MS)
  const told = useComanda((state) => state.connection.notice)
  const notice = told ?? (isSkewed ? 'clock-skew' : undefined)
  if (notice === undefined) return null
  return (
    <p className="header-notice" role="status">
      {t(`notice.${isNotice(notice) ? notice : 'unknown'}`)}
    </p>
  )
}

/** Always in sight: how far the board can be trusted, what is not settled, and the way to the settings. */
export function Header() {
  const { t } = useTranslation()
  const openDialog = useComanda((state) => state.openDialog)
  return (
    <header className="header">
      <div className="header-row">
        <h1 className="header-name">{t('app.name')}</h1>
        <FreshnessBadge />
        <StopSummary />
        <span className="header-space" />
        <UnsettledCount />
        <WallClock />
        <Button
          className="icon-button"
          aria-label={t('settings.title')}
          data-testid="open-settings"
          onPress={() => openDialog({ kind: 'settings' })}
        >
          <Settings2 aria-hidden />
        </Button>
      </div>
      <Notice />
    </header>
  )
}
