import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { PREPARATION_MINUTES } from '../../shared/contract/values.ts'
import { USUAL_PREPARATION_MINUTES } from '../../shared/time/schedule.ts'
import { useComanda, useFormats, useWindowParts, useWords } from '../ui/window/window-parts.ts'
import { useBumpGuard } from './board-parts.tsx'
import { useTicketCall } from './ticket-call.ts'

const MINUTE_MS = 60_000
const STEP_MINUTES = 5
/** The usual time, and one step less and more. */
const OFFERED = [-STEP_MINUTES, 0, STEP_MINUTES]

/** The offered times around `middle`, the shortest first. */
export const minutesAround = (middle: number): readonly number[] =>
  OFFERED.map((by) => middle + by).filter(
    (minutes) => minutes >= PREPARATION_MINUTES.min && minutes <= PREPARATION_MINUTES.max,
  )

/** Accepts a new order with the touched preparation time. The buttons at both ends offer shorter and longer ones. */
export function PreparationMinutes({ orderId }: { readonly orderId: string }) {
  const t = useWords()
  const formats = useFormats()
  const { bridge } = useWindowParts()
  const call = useTicketCall(orderId)
  const usual = useComanda((state) => state.settings?.preparationMinutes) ?? USUAL_PREPARATION_MINUTES
  const [by, setBy] = useState(0)
  const guard = useBumpGuard()
  const accept = (preparationMinutes: number): void => {
    if (!guard.accepts(orderId, 0)) return
    void call(() => bridge.call['order:act']({ orderId, action: 'confirm', preparationMinutes }))
  }
  const turn = (turned: number, Icon: typeof Plus, word: 'shorter' | 'longer') => (
    <button
      type="button"
      className="act"
      data-command={word}
      aria-label={t(`ticket.${word}`)}
      disabled={minutesAround(usual + turned).length === 0}
      onClick={() => setBy(turned)}
    >
      <Icon aria-hidden />
    </button>
  )
  const width = OFFERED.length * STEP_MINUTES
  return (
    <fieldset className="preparation-minutes" data-testid="preparation-minutes">
      <legend>
        {t('action.confirm')} · {t('ticket.preparationTime')}
      </legend>
      {turn(by - width, Minus, 'shorter')}
      {minutesAround(usual + by).map((minutes) => (
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
      {turn(by + width, Plus, 'longer')}
    </fieldset>
  )
}
