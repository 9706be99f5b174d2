import { useTranslation } from 'react-i18next'
import { useComanda } from '../window/window-parts.ts'

/** Shown until the first snapshot has arrived. */
export function Starting() {
  const { t } = useTranslation()
  const hasFailed = useComanda((state) => state.connection.phase === 'failed')
  return (
    <main className="starting">
      <h1>{t('app.name')}</h1>
      <p role="status">{hasFailed ? t('app.startFailed') : t('app.starting')}</p>
    </main>
  )
}
