import { MonitorOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract/contract.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'

/** Shown in place of the board on a screen that its main computer has removed. */
export function RemovedScreen() {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const [isLeaving, setLeaving] = useState(false)
  const [failure, setFailure] = useState<FailureCode>()
  const leave = async (): Promise<void> => {
    setLeaving(true)
    const answer = await callSafely(() => bridge.call['screens:leave'](null))
    setFailure(answer.ok ? undefined : answer.code)
    setLeaving(answer.ok)
  }
  return (
    <main className="setup" data-testid="removed">
      <section className="setup-card">
        <MonitorOff aria-hidden />
        <h2>{t('removed.title')}</h2>
        <p>{t('removed.text')}</p>
        <FailureNote failure={failure} />
        {isLeaving ? (
          <p role="status">{t('removed.opening')}</p>
        ) : (
          <button
            type="button"
            className="button button-primary setup-begin"
            data-testid="leave-removed"
            onClick={() => void leave()}
          >
            {t('removed.again')}
          </button>
        )}
      </section>
    </main>
  )
}
