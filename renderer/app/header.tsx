import { History, Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { HeaderButton } from '../controls/header-button.tsx'
import { ViewSwitch } from '../counter/view-switch.tsx'
import { Announcements } from '../header/announcements.tsx'
import { FreshnessBadge } from '../header/freshness-badge.tsx'
import { NearestDeadline } from '../header/nearest-deadline.tsx'
import { PracticeNotice } from '../header/practice-notice.tsx'
import { UnsettledCount } from '../header/unsettled-count.tsx'
import { WallClock } from '../header/wall-clock.tsx'
import { PrintOpenButton } from '../print/print-buttons.tsx'
import { SoundButton } from '../sound/sound-button.tsx'
import { useComanda } from '../window/window-parts.ts'

/** One row of constant height: the freshness of the board, announcements, and buttons. */
export function Header() {
  const { t } = useTranslation()
  const openDialog = useComanda((state) => state.openDialog)
  const hasSwitch = useComanda((state) => state.settings?.role === 'all')
  return (
    <header className="header">
      <h1 className="visually-hidden">{t('app.name')}</h1>
      <div className="header-row">
        <PracticeNotice />
        <FreshnessBadge />
        <NearestDeadline />
        <Announcements />
        <SoundButton />
        {hasSwitch ? <ViewSwitch /> : null}
        <UnsettledCount />
        <PrintOpenButton />
        <HeaderButton
          testId="open-history"
          Icon={History}
          words={t('history.title')}
          onClick={() => openDialog({ kind: 'history' })}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={t('settings.title')}
          data-testid="open-settings"
          onClick={() => openDialog({ kind: 'settings' })}
        >
          <Settings2 aria-hidden />
        </button>
        <WallClock />
      </div>
    </header>
  )
}
