import { History, Settings2 } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { ViewSwitch } from '../counter/view-switch.tsx'
import { PrintOpenButton } from '../print/print-buttons.tsx'
import { SoundButton } from '../sound/sound-button.tsx'
import { Announcements } from './announcements.tsx'
import { FreshnessBadge } from './freshness-badge.tsx'
import { NearestDeadline } from './nearest-deadline.tsx'
import { UnsettledCount } from './unsettled-count.tsx'
import { useComanda, useFormats, useTick } from './window-parts.ts'

export function WallClock() {
  const { t } = useTranslation()
  const formats = useFormats()
  const time = useTick((now) => formats.time(now))
  return (
    <time className="header-time" title={t('app.time')}>
      {time}
    </time>
  )
}

/** Permanent, whatever else the row has to say: a cook must never take an invented order for a real one. */
export function PracticeNotice() {
  const { t } = useTranslation()
  const isPractice = useComanda((state) => state.connection.isPractice)
  return isPractice ? (
    <strong className="practice-notice" data-testid="practice-notice">
      {t('app.practice')}
    </strong>
  ) : null
}

/** One row, always of the same height: how far the board can be trusted, what has to be said, and the ways on. */
export function Header() {
  const { t } = useTranslation()
  const openDialog = useComanda((state) => state.openDialog)
  return (
    <header className="header">
      <h1 className="visually-hidden">{t('app.name')}</h1>
      <div className="header-row">
        <PracticeNotice />
        <FreshnessBadge />
        <NearestDeadline />
        <Announcements />
        <SoundButton />
        <ViewSwitch />
        <UnsettledCount />
        <PrintOpenButton />
        <Button
          className="button header-button"
          data-testid="open-history"
          onPress={() => openDialog({ kind: 'history' })}
        >
          <History aria-hidden />
          <span className="header-words">{t('history.title')}</span>
        </Button>
        <Button
          className="icon-button"
          aria-label={t('settings.title')}
          data-testid="open-settings"
          onPress={() => openDialog({ kind: 'settings' })}
        >
          <Settings2 aria-hidden />
        </Button>
        <WallClock />
      </div>
    </header>
  )
}
