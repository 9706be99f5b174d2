import { PlugZap } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FeatureTexts } from '../../shared/texts/texts.ts'
import type { Trouble } from '../../shared/time/freshness.ts'
import { callSafely } from '../ui/window/call-safely.ts'
import { useFreshnessWords } from '../ui/window/freshness-words.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'
import { ConnectionAdvice } from './connection-advice.tsx'

/** The stored credentials are good, or no others can be stored: nothing has to be entered anew. */
const SOLVED_ELSEWHERE: readonly Trouble[] = [
  'keychain-locked',
  'keychain-absent',
  'keychain-denied',
  'keychain-failing',
  'keychain-no-library',
  'keychain-no-session',
  'credential-in-use',
  'handed-over',
]

/** Shown instead of an empty board when there are no working credentials: the problem and its solution. */
export function SetupPanel() {
  const { t, i18n } = useTranslation(['setup', 'translation'])
  const isOfSetup = (name: Trouble | undefined): name is keyof FeatureTexts['setup']['trouble'] =>
    i18n.exists(`setup:trouble.${name}`)
  const known = useComanda((state) => state.connection.freshness.trouble)
  const trouble = isOfSetup(known) ? known : 'not-configured'
  const openDialog = useComanda((state) => state.openDialog)
  const words = useFreshnessWords()
  const { bridge } = useWindowParts()
  const isSolvedElsewhere = SOLVED_ELSEWHERE.includes(trouble)
  return (
    <main className="setup" data-testid="setup" data-trouble={trouble}>
      <section className="setup-card">
        <PlugZap aria-hidden />
        <h2>{trouble === 'not-configured' ? t('title') : words}</h2>
        <p>{t(`trouble.${trouble}`)}</p>
        <h3>{t('next')}</h3>
        <ConnectionAdvice trouble={trouble} />
        <div className="setup-buttons">
          {trouble === 'not-configured' ? null : (
            <Button
              className={isSolvedElsewhere ? 'button button-primary' : 'button'}
              data-command="retry-now"
              onPress={() => void callSafely(() => bridge.call['sync:retry-now'](null))}
            >
              {t('translation:freshness.retryNow')}
            </Button>
          )}
          <Button
            className={isSolvedElsewhere ? 'button' : 'button button-primary'}
            data-testid="open-setup"
            onPress={() =>
              openDialog({ kind: 'setup', startAt: trouble === 'not-configured' ? undefined : 'platform' })
            }
          >
            {t(trouble === 'not-configured' || isSolvedElsewhere ? 'begin' : 'again')}
          </Button>
        </div>
      </section>
    </main>
  )
}
