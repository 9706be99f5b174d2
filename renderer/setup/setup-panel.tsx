import { PlugZap } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FeatureTexts } from '../../shared/texts/texts.ts'
import type { Trouble } from '../../shared/time/freshness.ts'
import { useComanda } from '../window/window-parts.ts'
import { ConnectionAdvice } from './connection-advice.tsx'

/** Shown instead of an empty board when there are no working credentials: the problem and its solution. */
export function SetupPanel() {
  const { t, i18n } = useTranslation('setup')
  const isOfSetup = (name: Trouble | undefined): name is keyof FeatureTexts['setup']['trouble'] =>
    i18n.exists(`setup:trouble.${name}`)
  const known = useComanda((state) => state.connection.freshness.trouble)
  const trouble = isOfSetup(known) ? known : 'not-configured'
  const openDialog = useComanda((state) => state.openDialog)
  return (
    <main className="setup" data-testid="setup" data-trouble={trouble}>
      <section className="setup-card">
        <PlugZap aria-hidden />
        <h2>{t('title')}</h2>
        <p>{t(`trouble.${trouble}`)}</p>
        <h3>{t('next')}</h3>
        <ConnectionAdvice trouble={trouble} />
        <Button
          className="button button-primary setup-begin"
          data-testid="open-setup"
          onPress={() =>
            openDialog({ kind: 'setup', startAt: trouble === 'not-configured' ? undefined : 'connection' })
          }
        >
          {t(trouble === 'not-configured' ? 'begin' : 'again')}
        </Button>
      </section>
    </main>
  )
}
