import { CheckCheck, CloudUpload } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { useComanda } from './window-parts.ts'

/** How many taps no read has proved yet; opens their list. */
export function UnsettledCount() {
  const { t } = useTranslation()
  const count = useComanda((state) => state.connection.unsettledTaps)
  const openDialog = useComanda((state) => state.openDialog)
  const Icon = count === 0 ? CheckCheck : CloudUpload
  return (
    <Button
      className="unsettled"
      data-testid="unsettled"
      data-count={count}
      onPress={() => openDialog({ kind: 'queue' })}
    >
      <Icon aria-hidden />
      {count === 0 ? t('board.settled') : t('board.unsettled', { count })}
    </Button>
  )
}
