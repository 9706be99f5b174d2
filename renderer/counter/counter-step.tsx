import { ListChecks } from 'lucide-react'
import { checkOf, codeToCheck } from '../../shared/ticket/bag-check.ts'
import { kitchenWordsOf } from '../../shared/ticket/kitchen-words.ts'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { ActionButton } from '../ticket/action-buttons.tsx'
import { useBumpGuard } from '../ticket/board-parts.tsx'
import { NextStep } from '../ticket/head-step.tsx'
import { nextStepOf } from '../ticket/next-step.ts'
import { useTicketSettings } from '../ticket/ticket-settings.ts'
import { shortActionWord } from '../ticket/words.ts'
import { useWindowParts, useWords } from '../ui/window/window-parts.ts'

/** What is to be checked next of an order; `undefined`: it can be handed over. */
export function useCheck(ticket: Ticket): ReturnType<typeof checkOf> {
  const settings = useTicketSettings()
  return checkOf(ticket, kitchenWordsOf(settings), settings?.checksBags ?? false)
}

/** Opens the check of the bag. */
function BagButton({ ticket: { orderId, displayId } }: { readonly ticket: Ticket }) {
  const t = useWords()
  const guard = useBumpGuard()
  const { store } = useWindowParts()
  const open = (): void => {
    if (!guard.isResting(orderId)) store.getState().openDialog({ kind: 'bag', orderId, displayId })
  }
  return (
    <button type="button" className="act" data-command="check-bag" aria-haspopup="dialog" onClick={open}>
      <ListChecks aria-hidden />
      <span className="act-words">{shortActionWord(t, 'validateCode')}</span>
    </button>
  )
}

/** The step of an order at the counter: the check of its bag or its code, then the hand-over. */
export function CounterStep({ ticket }: { readonly ticket: Ticket }) {
  const t = useWords()
  const check = useCheck(ticket)
  const code = codeToCheck(ticket)
  if (check === 'code' && code !== undefined)
    return <ActionButton ticket={ticket} action={code} isPrimary={false} label={shortActionWord(t, code)} />
  return check === undefined || nextStepOf(ticket) === undefined ? (
    <NextStep ticket={ticket} />
  ) : (
    <BagButton ticket={ticket} />
  )
}
