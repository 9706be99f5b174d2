import { CloudUpload } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { TapView, Ticket } from '../../shared/ticket.ts'
import { useIsCut } from '../window/use-is-cut.ts'
import { useComanda, useFormats } from '../window/window-parts.ts'

const isQueued = (tap: TapView | undefined): boolean => tap?.truth === 'queued' || tap?.truth === 'here'
const waits = ({ tap, pairedTap }: Ticket): boolean => isQueued(tap) || isQueued(pairedTap)

/** The number of taps that wait for the internet or for their proof, if there are any. A tap on it opens their list. */
export function UnsettledCount() {
  const { t } = useTranslation()
  const formats = useFormats()
  const count = useComanda((state) => state.connection.unsettledTaps)
  const isCut = useIsCut()
  const isWaiting = useComanda(({ board: { orders } }) => Object.values(orders).some(waits))
  const openDialog = useComanda((state) => state.openDialog)
  // A tap that can still be undone, or waits for its proof, waits for no internet.
  if (count === 0 || !(isCut || isWaiting)) return null
  return (
    <button
      type="button"
      className="unsettled"
      data-testid="unsettled"
      data-count={count}
      onClick={() => openDialog({ kind: 'queue' })}
    >
      <CloudUpload aria-hidden />
      <span aria-hidden>{formats.whole(count)}</span>
      <span className="visually-hidden">{t('board.unsettled', { count })}</span>
    </button>
  )
}
