import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LockStatus } from '../../shared/contract/lock.ts'
import { PushButton } from '../ui/controls/push-button.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import { usePolled } from '../ui/window/use-answer.ts'
import { useComanda, useFormats, useWindowParts } from '../ui/window/window-parts.ts'
import { PinChange, type PinTask } from './pin-change.tsx'

const POLL_INTERVAL_MS = 2_000

function Status({ status }: { readonly status: LockStatus }) {
  const { t } = useTranslation('lock')
  const formats = useFormats()
  const Icon = status.isSet ? Lock : LockOpen
  return (
    <p className="settings-state" data-testid="pin-status" data-set={status.isSet}>
      <Icon aria-hidden />
      <span>
        <strong>{t(status.isSet ? 'section.isSet' : 'section.none')}</strong>
        {status.locksInMs === undefined ? null : (
          <span> {t('section.locksIn', { time: formats.duration(status.locksInMs) })}</span>
        )}
      </span>
    </p>
  )
}

/** The PIN in the settings: set, change, remove, and lock at once. */
export function PinSection() {
  const { t } = useTranslation('lock')
  const { bridge } = useWindowParts()
  const closeDialog = useComanda((state) => state.closeDialog)
  const { value: status, replace: setStatus } = usePolled('lock:status', null, POLL_INTERVAL_MS)
  const [task, setTask] = useState<PinTask>()
  const [lastChange, setLastChange] = useState<'saved' | 'removed'>()
  const begin = (next: PinTask): void => {
    setLastChange(undefined)
    setTask(next)
  }
  const lockNow = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['lock:lock-now'](null))
    if (answer.ok) closeDialog()
  }
  if (status === undefined) return null
  if (task !== undefined) {
    return (
      <PinChange
        task={task}
        needsSecret={status.needsSecret ?? false}
        onDone={(next) => {
          setStatus(next)
          setLastChange(task === 'remove' ? 'removed' : 'saved')
          setTask(undefined)
        }}
        onCancel={() => setTask(undefined)}
      />
    )
  }
  const button = (name: PinTask) => (
    <PushButton data-testid={`pin-${name}`} label={t(`section.${name}`)} onPress={() => begin(name)} />
  )
  return (
    <>
      <p>{t('section.explain')}</p>
      <Status status={status} />
      {lastChange === undefined ? null : (
        <p className="settings-outcome" role="status">
          {t(lastChange)}
        </p>
      )}
      <div className="dialog-buttons">
        {status.isSet ? (
          <>
            {button('change')}
            {button('remove')}
            <PushButton data-testid="lock-now" label={t('section.lockNow')} onPress={() => void lockNow()} />
          </>
        ) : (
          button('set')
        )}
      </div>
      {status.needsSecret ? (
        <p className="settings-hint" data-testid="pin-needs-secret">
          {t('section.needsSecret')}
        </p>
      ) : null}
      <p className="settings-hint">{t('section.lost')}</p>
    </>
  )
}
