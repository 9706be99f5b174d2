import { MonitorOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FailureNote } from '../ui/controls/failure-note.tsx'
import { useCall } from '../ui/window/use-answer.ts'

/** Shown in place of the board on a screen that its main computer has removed. */
export function RemovedScreen() {
  const { t } = useTranslation('removed')
  const { call, isBusy, value: left, failure } = useCall('screens:leave')
  return (
    <main className="setup" data-testid="removed">
      <section className="setup-card">
        <MonitorOff aria-hidden />
        <h2>{t('title')}</h2>
        <p>{t('text')}</p>
        <FailureNote failure={failure} />
        {isBusy || left !== undefined ? (
          <p role="status">{t('opening')}</p>
        ) : (
          <div className="setup-buttons">
            <button
              type="button"
              className="button button-primary"
              data-testid="leave-removed"
              onClick={() => void call(null)}
            >
              {t('again')}
            </button>
          </div>
        )}
      </section>
    </main>
  )
}
