import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import type { SettingsImport } from '../../shared/contract/settings-file.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { Failure, FailureNote } from '../controls/failure-note.tsx'
import type { FeatureTexts } from '../text/feature-texts.ts'
import { callSafely } from '../window/call-safely.ts'
import { useAnswer } from '../window/use-answer.ts'
import { useComanda, useWindowParts } from '../window/window-parts.ts'
import { DisconnectSection } from './disconnect-section.tsx'
import { UpdatesSection } from './updates-section.tsx'

function Version() {
  const { t } = useTranslation('settings')
  const about = useAnswer('app:about', null)
  return about?.ok ? <p data-testid="version">{t('support.version', { version: about.value.version })}</p> : null
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
  const save = async (call: 'diagnostics:export' | 'settings:export'): Promise<FileOutcome> => {
    const answer = await callSafely(() => bridge.call[call](null))
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
          <Button
            className="button"
            data-testid="export-report"
            onPress={() => void run(() => save('diagnostics:export'))}
          >
            {t('support.saveReport')}
          </Button>
        </div>
      </section>
      <section className="settings-group" aria-label={t('support.settings')}>
        <h3>{t('support.settings')}</h3>
        <p>{t('support.settingsExplain')}</p>
        <div className="dialog-buttons">
          <Button
            className="button"
            data-testid="export-settings"
            onPress={() => void run(() => save('settings:export'))}
          >
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

/** Closes the program after a second tap, because a closed program receives no orders. */
function QuitButton() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [failure, setFailure] = useState<FailureCode>()
  const quit = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['app:quit'](null))
    setFailure(answer.ok ? undefined : answer.code)
  }
  return (
    <>
      <ConfirmButton
        begin={{ 'data-testid': 'quit', label: t('support.quit') }}
        warning={t('support.quitWarning')}
        back={{ label: t('support.stay') }}
        choices={[{ 'data-testid': 'quit-now', label: t('support.quitNow'), run: quit }]}
      />
      <FailureNote failure={failure} />
    </>
  )
}

type FileOutcome =
  /** The file dialog was cancelled. */
  | { readonly kind: 'none' }
  | { readonly kind: 'saved' }
  | { readonly kind: 'imported'; readonly result: SettingsImport }
  | { readonly kind: 'failed'; readonly code: FailureCode }

type Named = keyof FeatureTexts['settings']['name']

function Imported({ result }: { readonly result: SettingsImport }) {
  const { t, i18n } = useTranslation('settings')
  const isNamed = (name: string): name is Named => i18n.exists(`settings:name.${name}`)
  switch (result.outcome) {
    case 'cancelled':
      return null
    case 'unreadable':
      return <Failure data-testid="file-outcome">{t('file.unreadable')}</Failure>
    case 'taken':
      return (
        <div className="settings-outcome" role="status" data-testid="file-outcome">
          <p>{t('file.taken', { count: result.taken })}</p>
          {result.refused.length === 0 ? null : (
            <>
              <p>{t('file.refused')}</p>
              <ul className="settings-refused">
                {result.refused.map(({ name, why }) => (
                  <li key={name}>
                    <bdi>{isNamed(name) ? t(`name.${name}`) : name}</bdi>: {t(`file.${why}`)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )
  }
}

/** The result of saving or choosing a file. */
function FileOutcomeWords({ outcome }: { readonly outcome: FileOutcome | undefined }) {
  const { t } = useTranslation('settings')
  const { t: tBoard } = useTranslation()
  switch (outcome?.kind) {
    case undefined:
    case 'none':
      return null
    case 'saved':
      return (
        <p className="settings-outcome" role="status" data-testid="file-outcome">
          {t('file.saved')}
        </p>
      )
    case 'imported':
      return <Imported result={outcome.result} />
    case 'failed':
      return (
        <Failure data-testid="file-outcome">
          {outcome.code === 'storage' ? t('file.unusable') : tBoard(`failure.${outcome.code}`)}
        </Failure>
      )
  }
}
