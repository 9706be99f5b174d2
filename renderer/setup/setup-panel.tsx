import { PlugZap } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useComanda } from '../app/window-parts.ts'

/** Stands in place of an empty board while there are no working credentials: what is wrong and what to do about it. */
export function SetupPanel() {
  const { t } = useTranslation()
  const trouble = useComanda((state) => state.connection.freshness.trouble) ?? 'not-configured'
  return (
    <main className="setup" data-testid="setup" data-trouble={trouble}>
      <section className="setup-card">
        <PlugZap aria-hidden />
        <h2>{t('setup.title')}</h2>
        <p>{t(`setup.${trouble}`)}</p>
        <h3>{t('setup.next')}</h3>
        <p className="setup-next">{t(`trouble.${trouble}`)}</p>
      </section>
    </main>
  )
}
