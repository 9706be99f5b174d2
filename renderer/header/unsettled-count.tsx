import { CheckCheck, CloudUpload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useComanda, useFormats } from '../window/window-parts.ts'

/** The number of taps that no read has confirmed. A tap on it opens their list. */
export function UnsettledCount() {
  const { t } = useTranslation()
  const formats = useFormats()
  const count = useComanda((state) => state.connection.unsettledTaps)
  const openDialog = useComanda((state) => state.openDialog)
  const Icon = count === 0 ? CheckCheck : CloudUpload
  return (
    <button
      type="button"
      className="unsettled"
      data-testid="unsettled"
      data-count={count}
      onClick={() => openDialog({ kind: 'queue' })}
    >
      <Icon aria-hidden />
      <span className="header-words">{count === 0 ? t('board.settled') : t('board.unsettled', { count })}</span>
      {count === 0 ? null : (
        <span className="unsettled-number" aria-hidden>
          {formats.whole(count)}
        </span>
      )}
    </button>
  )
}
