import type { Ticket } from '../../shared/ticket/ticket.ts'
import { useFormats, useWindowParts, useWords } from '../window/window-parts.ts'

/** A button that counts what the ticket of a large order omits, and opens the whole order. */
export function MoreOfOrder({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const formats = useFormats()
  const { store } = useWindowParts()
  const { orderId, displayId, moreCharacters, moreLines } = ticket
  if (moreCharacters === undefined && moreLines === undefined) return null
  const counts = [
    moreLines === undefined ? undefined : t('whole.moreLines', { number: formats.whole(moreLines) }),
    moreCharacters === undefined ? undefined : t('whole.moreCharacters', { number: formats.whole(moreCharacters) }),
  ].filter((text) => text !== undefined)
  return (
    <button
      type="button"
      className="button more-of-order"
      data-command="open-whole"
      onClick={() => store.getState().openDialog({ kind: 'whole', orderId, displayId })}
    >
      {counts.join(' · ')} · {t('whole.open')}
    </button>
  )
}
