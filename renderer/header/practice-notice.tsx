import { useTranslation } from 'react-i18next'
import { useComanda } from '../window/window-parts.ts'

/** Always shown in practice, so that no cook mistakes an invented order for a real one. */
export function PracticeNotice() {
  const { t } = useTranslation()
  const isPractice = useComanda((state) => state.connection.isPractice)
  return isPractice ? (
    <strong className="practice-notice" data-testid="practice-notice">
      {t('app.practice')}
    </strong>
  ) : null
}
