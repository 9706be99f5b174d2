import { useTranslation } from 'react-i18next'
import type { SettingsImport } from '../../shared/contract/settings-file.ts'
import type { UpdateStatus } from '../../shared/contract/updates.ts'
import type { FeatureTexts } from '../../shared/texts/texts.ts'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { Failure, FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { Row } from '../ui/controls/row.tsx'
import { SettingSwitch } from '../ui/window/settings-form.tsx'
import { useAnswer, useCall, usePolled } from '../ui/window/use-answer.ts'
import { useComanda, useFormats } from '../ui/window/window-parts.ts'

const POLL_INTERVAL_MS = 1_000

/** Reports, settings files, updates, disconnecting and quitting. */
export function SupportSection() {
  const { t } = useTranslation('settings')
  const isScreen = useComanda((state) => state.connection.isScreen)
  const about = useAnswer('app:about', null)
  const quit = useCall('app:quit')
  return (
    <>
      {isScreen ? null : <KitchenFiles />}
      <Updates />
      {isScreen ? null : <Disconnecting />}
      <Row
        label={t('support.quit')}
        {...(about?.ok
          ? { help: <span data-testid="version">{t('support.version', { version: about.value.version })}</span> }
          : {})}
      >
        {/* After a second tap, because a closed program receives no orders. */}
        <ConfirmButton
          begin={{ 'data-testid': 'quit', label: t('support.close'), 'aria-label': t('support.quit') }}
          warning={t('support.quitWarning')}
          back={{ label: t('support.stay') }}
          choices={[{ 'data-testid': 'quit-now', label: t('support.quitNow'), run: () => quit.call(null) }]}
        />
      </Row>
      <FailureNote failure={quit.failure} />
    </>
  )
}

/** The report of this kitchen and its settings as a file. The result is that of the last button. */
function KitchenFiles() {
  const { t } = useTranslation(['settings', 'history', 'translation'])
  const report = useCall('diagnostics:export')
  const exported = useCall('settings:export')
  const imported = useCall('settings:import')
  const calls = [report, exported, imported]
  const failure = report.failure ?? exported.failure ?? imported.failure
  const run = (call: (typeof calls)[number]): void => {
    for (const one of calls) one.clear()
    void call.call(null)
  }
  return (
    <>
      <Row label={t('support.report')} help={t('support.reportExplain')}>
        <PushButton data-testid="export-report" label={t('support.saveReport')} onPress={() => run(report)} />
      </Row>
      <Row label={t('support.settings')} help={t('support.settingsExplain')}>
        <PushButton data-testid="export-settings" label={t('support.saveSettings')} onPress={() => run(exported)} />
        <PushButton data-testid="import-settings" label={t('support.takeSettings')} onPress={() => run(imported)} />
      </Row>
      {report.value?.isSaved || exported.value?.isSaved ? (
        <p className="settings-outcome" role="status" data-testid="file-outcome">
          {t('history:saved')}
        </p>
      ) : null}
      {imported.value === undefined ? null : <Imported result={imported.value} />}
      {failure === undefined ? null : (
        <Failure data-testid="file-outcome">
          {failure === 'storage' ? t('file.unusable') : t(`translation:failure.${failure}`)}
        </Failure>
      )}
    </>
  )
}

function Imported({ result }: { readonly result: SettingsImport }) {
  const { t, i18n } = useTranslation('settings')
  const isNamed = (name: string): name is keyof FeatureTexts['settings']['name'] => i18n.exists(`settings:name.${name}`)
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

/** The button that installs. After the first tap it explains the effect and asks for a second tap. */
function Install({ status, onInstall }: { readonly status: UpdateStatus; readonly onInstall: () => void }) {
  const { t } = useTranslation('settings')
  const { hold, needsPerson, offered: version = '' } = status
  if (hold !== undefined) {
    return (
      <p className="settings-warning" data-testid="update-hold" data-hold={hold}>
        {t(`updates.hold.${hold}`)}
      </p>
    )
  }
  return (
    <ConfirmButton
      begin={{ 'data-testid': 'update-install', label: t('updates.install', { version }) }}
      warning={needsPerson ? `${t('updates.warning')} ${t('updates.needsPerson')}` : t('updates.warning')}
      back={{ label: t('updates.later') }}
      choices={[{ 'data-testid': 'update-install-now', label: t('updates.installNow'), run: onInstall }]}
    />
  )
}

/** Updates of the program: the current version, the available one, and the button that installs it. */
function Updates() {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { value: status, failure, run } = usePolled('updates:status', null, POLL_INTERVAL_MS)
  if (status === undefined) return null
  const { state, trouble, failed, checkedAt, needsPerson, percent = 0, version } = status
  const offered = status.offered ?? failed?.version ?? ''
  const isOn = state !== 'off' && state !== 'unsupported'
  return (
    <section aria-label={t('updates.title')} data-testid="updates">
      <Row
        label={t('updates.title')}
        help={
          <span role="status" data-testid="update-state" data-state={state}>
            {t(`updates.state.${state}`, { version: offered, percent, current: version })}
          </span>
        }
      >
        {state === 'idle' || state === 'ready' || state === 'given-up' ? (
          <PushButton
            data-testid="update-check"
            label={t('updates.check')}
            onPress={() => run('updates:check', null)}
          />
        ) : null}
      </Row>
      {failed === undefined ? null : (
        <Failure data-testid="update-failed" data-attempts={failed.attempts}>
          {t('updates.failed', { ...failed, current: version })}
        </Failure>
      )}
      {trouble === undefined ? null : (
        <Failure data-testid="update-trouble" data-trouble={trouble}>
          {t(`updates.trouble.${trouble}`)}
        </Failure>
      )}
      {state === 'ready' ? <Install status={status} onInstall={() => run('updates:install', null)} /> : null}
      {isOn ? (
        <>
          {needsPerson ? (
            <p className="row-help">{t('updates.byHand')}</p>
          ) : (
            <SettingSwitch name="installsUpdates" help={t('updates.byItself')} />
          )}
          <p className="row-help" data-testid="update-checked">
            {checkedAt === undefined
              ? t('updates.neverChecked')
              : t('updates.checked', { when: formats.dayAndTime(checkedAt) })}
          </p>
        </>
      ) : null}
      <FailureNote failure={failure} />
    </section>
  )
}

/** Disconnects this kitchen from its platform. The second tap chooses whether its files are erased. */
function Disconnecting() {
  const { t } = useTranslation('settings')
  const { call, value, failure } = useCall('kitchen:disconnect')
  const choice = (id: 'keep' | 'erase') => ({
    'data-testid': `disconnect-${id}`,
    label: t(`disconnect.${id}`),
    run: () => call({ eraseProfile: id === 'erase' }),
  })
  return (
    <section aria-label={t('disconnect.title')}>
      <Row label={t('disconnect.title')} help={t('disconnect.explain')}>
        <ConfirmButton
          begin={{ 'data-testid': 'disconnect', label: t('disconnect.begin') }}
          warning={t('disconnect.warning')}
          back={{ label: t('disconnect.back') }}
          choices={[choice('keep'), choice('erase')]}
        />
      </Row>
      {value === undefined ? null : value.trouble === undefined ? (
        <p role="status" data-testid="disconnected">
          {t('disconnect.done')}
        </p>
      ) : (
        <Failure>{t('disconnect.refused')}</Failure>
      )}
      <FailureNote failure={failure} />
    </section>
  )
}
