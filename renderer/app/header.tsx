import { Settings2 } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { ViewSwitch } from '../counter/view-switch.tsx'
import { PrintButton } from '../print/print-buttons.tsx'
import { Band } from './band.tsx'
import { FreshnessBadge } from './freshness-badge.tsx'
import { UnsettledCount } from './unsettled-count.tsx'
import { useComanda, useFormats, useTick } from './window-parts.ts'

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

/** Always in sight: how far the board can be trusted, what is not settled, and the way to the settings. */
export function Header() {
  const { t } = useTranslation()
  const openDialog = useComanda((state) => state.openDialog)
  return (
    <header className="header">
      <div className="header-row">
        <h1 className="header-name">{t('app.name')}</h1>
        <FreshnessBadge />
        <span className="header-space" />
        <ViewSwitch />
        <UnsettledCount />
        <WallClock />
        <PrintButton />
        <Button
          className="icon-button"
          aria-label={t('settings.title')}
          data-testid="open-settings"
          onPress={() => openDialog({ kind: 'settings' })}
        >
          <Settings2 aria-hidden />
        </Button>
      </div>
      <Band />
    </header>
  )
}
