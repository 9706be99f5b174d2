import { useCallback, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { Bridge, CallResult, FailureCode } from '../../shared/contract/contract.ts'
import type { UpdateStatus } from '../../shared/contract/updates.ts'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { usePolled } from '../window/use-polled.ts'
import { useFormats, useWindowParts } from '../window/window-parts.ts'

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
  const { status, failure, run } = useUpdateStatus()
  if (status === undefined) return null
  const { state, trouble, checkedAt, needsPerson } = status
  const isOn = state !== 'off' && state !== 'unsupported'
  return (
    <section className="settings-group" aria-label={t('updates.title')} data-testid="updates">
      <h3>{t('updates.title')}</h3>
      <StateWords status={status} />
      {trouble === undefined ? null : (
        <p className="failure" role="alert" data-testid="update-trouble" data-trouble={trouble}>
          {t(`updates.trouble.${trouble}`)}
        </p>
      )}
      {state === 'ready' ? <Install status={status} onInstall={() => run('updates:install')} /> : null}
      {isOn ? (
        <>
          <p className="settings-hint">{t(needsPerson ? 'updates.byHand' : 'updates.byItself')}</p>
          <LastCheck checkedAt={checkedAt} />
        </>
      ) : null}
      {state === 'idle' || state === 'ready' ? (
        <div className="dialog-buttons">
          <Button className="button" data-testid="update-check" onPress={() => run('updates:check')}>
            {t('updates.check')}
          </Button>
        </div>
      ) : null}
      <FailureNote failure={failure} />
    </section>
  )
}

const POLL_INTERVAL_MS = 1_000
const readStatus = (bridge: Bridge): Promise<CallResult<UpdateStatus>> => bridge.call['updates:status'](null)

type Updates = {
  readonly status: UpdateStatus | undefined
  readonly failure: FailureCode | undefined
  readonly run: (call: 'updates:check' | 'updates:install') => void
}

/** The state of the updates, polled each second while it is shown, and the two calls that change it. */
function useUpdateStatus(): Updates {
  const { bridge } = useWindowParts()
  const [status, setStatus] = usePolled(readStatus, POLL_INTERVAL_MS)
  const [failure, setFailure] = useState<FailureCode>()
  const run = useCallback(
    (call: 'updates:check' | 'updates:install') => {
      const applyAnswer = (answer: CallResult<UpdateStatus>): void => {
        if (answer.ok) setStatus(answer.value)
        setFailure(answer.ok ? undefined : answer.code)
      }
      void callSafely(() => bridge.call[call](null)).then(applyAnswer)
    },
    [bridge, setStatus],
  )
  return { status, failure, run }
}
