import { useTranslation } from 'react-i18next'
import { useFormats, useTick } from '../window/window-parts.ts'

/** The time of day by the platform's clock. */
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
