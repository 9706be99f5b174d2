import { useTranslation } from 'react-i18next'
import { useComanda } from '../window/window-parts.ts'

/** Permanent, whatever else the row has to say: a cook must never take an invented order for a real one. */
export function PracticeNotice() {
  const { t } = useTranslation()
  const isPractice = useComanda((state) => state.connection.isPractice)
  return isPractice ? (
    <strong className="practice-notice" data-testid="practice-notice">
      {t('app.practice')}
    </strong>
  ) : null
}
