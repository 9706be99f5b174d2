import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { UpdateStatus } from '../../shared/contract/updates.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { Failure, FailureNote } from '../controls/failure-note.tsx'
import { usePolled } from '../window/use-answer.ts'
import { useFormats, useWindowParts } from '../window/window-parts.ts'

const POLL_INTERVAL_MS = 1_000

/** The line that names the state. */
function StateWords({ status }: { readonly status: UpdateStatus }) {
  const { t } = useTranslation('settings')
  const { state, offered: version = '', percent = 0, version: current } = status
  return (
    <p role="status" data-testid="update-state" data-state={state}>
      {t(`updates.state.${state}`, { version, percent, current })}
    </p>
  )
}

function LastCheck({ checkedAt }: Pick<UpdateStatus, 'checkedAt'>) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  return (
    <p className="settings-hint" data-testid="update-checked">
      {checkedAt === undefined
        ? t('updates.neverChecked')
        : t('updates.checked', { when: `${formats.day(checkedAt)} ${formats.time(checkedAt)}` })}
    </p>
  )
}

type InstallProps = { readonly status: UpdateStatus; readonly onInstall: () => void }

/** The button that installs. After the first tap it explains the effect and asks for a second tap. */
function Install({ status, onInstall }: InstallProps) {
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
export function UpdatesSection() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const { value: status, failure, run } = usePolled('updates:status', null, POLL_INTERVAL_MS)
  if (status === undefined) return null
  const { state, trouble, checkedAt, needsPerson } = status
  const isOn = state !== 'off' && state !== 'unsupported'
  return (
    <section className="settings-group" aria-label={t('updates.title')} data-testid="updates">
      <h3>{t('updates.title')}</h3>
      <StateWords status={status} />
      {trouble === undefined ? null : (
        <Failure data-testid="update-trouble" data-trouble={trouble}>
          {t(`updates.trouble.${trouble}`)}
        </Failure>
      )}
      {state === 'ready' ? (
        <Install status={status} onInstall={() => run(() => bridge.call['updates:install'](null))} />
      ) : null}
      {isOn ? (
        <>
          <p className="settings-hint">{t(needsPerson ? 'updates.byHand' : 'updates.byItself')}</p>
          <LastCheck checkedAt={checkedAt} />
        </>
      ) : null}
      {state === 'idle' || state === 'ready' ? (
        <div className="dialog-buttons">
          <Button
            className="button"
            data-testid="update-check"
            onPress={() => run(() => bridge.call['updates:check'](null))}
          >
            {t('updates.check')}
          </Button>
        </div>
      ) : null}
      <FailureNote failure={failure} />
    </section>
  )
}
