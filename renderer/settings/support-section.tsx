import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { callSafely } from '../window/call-safely.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { DisconnectSection } from './disconnect-section.tsx'
import { type FileOutcome, FileOutcomeWords } from './file-outcome.tsx'
import { QuitButton } from './quit-button.tsx'
import { UpdatesSection } from './updates-section.tsx'

function Version() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [version, setVersion] = useState<string>()
  useEffect(() => {
    void callSafely(() => bridge.call['app:about'](null)).then((answer) => {
      if (answer.ok) setVersion(answer.value.version)
    })
  }, [bridge])
  return version === undefined ? null : <p data-testid="version">{t('support.version', { version })}</p>
}

/** The report of this kitchen and its settings as a file. */
function KitchenFiles() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [outcome, setOutcome] = useState<FileOutcome>()
  const run = async (work: () => Promise<FileOutcome>): Promise<void> => {
    setOutcome(undefined)
    setOutcome(await work())
  }
  const exportReport = async (): Promise<FileOutcome> => {
    const answer = await callSafely(() => bridge.call['diagnostics:export'](null))
    return answer.ok ? { kind: answer.value.isSaved ? 'saved' : 'none' } : { kind: 'failed', code: answer.code }
  }
  const exportSettings = async (): Promise<FileOutcome> => {
    const answer = await callSafely(() => bridge.call['settings:export'](null))
    return answer.ok ? { kind: answer.value.isSaved ? 'saved' : 'none' } : { kind: 'failed', code: answer.code }
  }
  const importSettings = async (): Promise<FileOutcome> => {
    const answer = await callSafely(() => bridge.call['settings:import'](null))
    return answer.ok ? { kind: 'imported', result: answer.value } : { kind: 'failed', code: answer.code }
  }
  return (
    <>
      <section className="settings-group" aria-label={t('support.report')}>
        <h3>{t('support.report')}</h3>
        <p>{t('support.reportExplain')}</p>
        <div className="dialog-buttons">
          <Button className="button" data-testid="export-report" onPress={() => void run(exportReport)}>
            {t('support.saveReport')}
          </Button>
        </div>
      </section>
      <section className="settings-group" aria-label={t('support.settings')}>
        <h3>{t('support.settings')}</h3>
        <p>{t('support.settingsExplain')}</p>
        <div className="dialog-buttons">
          <Button className="button" data-testid="export-settings" onPress={() => void run(exportSettings)}>
            {t('support.saveSettings')}
          </Button>
          <Button className="button" data-testid="import-settings" onPress={() => void run(importSettings)}>
            {t('support.takeSettings')}
          </Button>
        </div>
      </section>
      <FileOutcomeWords outcome={outcome} />
    </>
  )
}

/** Reports, settings files, updates, disconnecting and quitting. */
export function SupportSection() {
  const { t } = useTranslation('settings')
  const isScreen = useComanda((state) => state.connection.isScreen)
  return (
    <>
      {isScreen ? null : <KitchenFiles />}
      <UpdatesSection />
      {isScreen ? null : <DisconnectSection />}
      <section className="settings-group" aria-label={t('support.program')}>
        <h3>{t('support.program')}</h3>
        <Version />
        <QuitButton />
      </section>
    </>
  )
}
