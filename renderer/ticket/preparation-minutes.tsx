import { useComanda, useFormats, useWindowParts, useWords } from '../window/window-parts.ts'
import { useBumpGuard } from './board-parts.tsx'
import { useTicketCall } from './ticket-call.ts'

const MINUTE_MS = 60_000
/** Usual preparation times. */
const USUAL_MINUTES = [10, 15, 20, 30, 45, 60]

/** The offered times: the usual ones and the shop's own, the shortest first. */
export const minutesOffered = (usual: number | undefined): readonly number[] =>
  [...new Set([...USUAL_MINUTES, ...(usual === undefined ? [] : [usual])])].toSorted((a, b) => a - b)

/** Accepts a new order with the touched preparation time. */
export function PreparationMinutes({ orderId }: { readonly orderId: string }) {
  const t = useWords()
  const formats = useFormats()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  const usual = useComanda((state) => state.settings?.preparationMinutes)
  const guard = useBumpGuard()
  const accept = (preparationMinutes: number): void => {
    if (!guard.accepts(orderId, 0)) return
    void call(() => bridge.call['order:act']({ orderId, action: 'confirm', preparationMinutes }))
  }
  return (
    <fieldset className="preparation-minutes" data-testid="preparation-minutes">
      <legend>
        {t('action.confirm')} · {t('ticket.preparationTime')}
      </legend>
      {minutesOffered(usual).map((minutes) => (
        <button
          key={minutes}
          type="button"
          className="act"
          data-command="accept-in"
          data-minutes={minutes}
          data-usual={minutes === usual || undefined}
          aria-label={t('ticket.acceptIn', { minutes: formats.whole(minutes) })}
          onClick={() => accept(minutes)}
        >
          {formats.duration(minutes * MINUTE_MS)}
        </button>
      ))}
    </fieldset>
  )
}
