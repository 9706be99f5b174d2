import { Check, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OrderAction } from '../../shared/lifecycle.ts'
import type { Ticket } from '../../shared/ticket.ts'
import { ActionButton } from '../ticket/action-buttons.tsx'
import { MoreMenu } from '../ticket/more-menu.tsx'
import { NextStep } from '../ticket/rail-card.tsx'
import type { RoleParts } from '../ticket/role-parts.ts'
import { TicketFooter } from '../ticket/ticket-footer.tsx'
import { withoutFocus } from '../ticket/use-action.ts'
import { usePart } from './use-part.ts'

type PartProps = { readonly ticket: Ticket; readonly isPrimary: boolean; readonly isShort?: boolean }

function PartDone({ ticket, isPrimary, isShort = false }: PartProps) {
  const { t } = useTranslation('roles')
  const { mark } = usePart(ticket)
  return (
    <button
      type="button"
      className={isPrimary ? 'act act-primary' : 'act'}
      data-command="part-done"
      onMouseDown={withoutFocus}
      onClick={() => void mark(true)}
    >
      <Check aria-hidden />
      <span>{t(isShort ? 'myPartShort' : 'myPart')}</span>
    </button>
  )
}

function Reopen({ ticket, isShort }: { readonly ticket: Ticket; readonly isShort: boolean }) {
  const { t } = useTranslation('roles')
  const { mark } = usePart(ticket)
  return (
    <button
      type="button"
      className="act"
      data-command="reopen-part"
      onMouseDown={withoutFocus}
      onClick={() => void mark(false)}
    >
      <RotateCcw aria-hidden />
      <span>{t(isShort ? 'reopenShort' : 'reopen')}</span>
    </button>
  )
}

/** The step of the order that a preparation station may take. "Ready" belongs to the pass. */
const stepOf = ({ actions }: Ticket): OrderAction | undefined =>
  actions.find((action) => action === 'confirm' || action === 'preparing')

const isWorkedOn = ({ lane, tap, cancelled, reading }: Ticket): boolean =>
  lane === 'preparing' && tap?.truth !== 'held' && cancelled === undefined && reading === 'read'

function PrepFooter({ ticket }: { readonly ticket: Ticket }) {
  const { isKnown, isOpen } = usePart(ticket)
  if (!isWorkedOn(ticket)) return <TicketFooter ticket={ticket} />
  const step = stepOf(ticket)
  return (
    <footer className="ticket-foot">
      <div className={step === undefined ? 'acts' : 'acts acts-both'} data-count="1">
        {step === undefined ? null : <ActionButton ticket={ticket} action={step} isPrimary isShort />}
        {!isKnown ? null : isOpen ? (
          <PartDone ticket={ticket} isPrimary={step === undefined} />
        ) : (
          <Reopen ticket={ticket} isShort={false} />
        )}
        <MoreMenu ticket={ticket} actions={ticket.actions.filter((action) => action !== step)} />
      </div>
    </footer>
  )
}

function PrepCardStep({ ticket }: { readonly ticket: Ticket }) {
  const { isKnown, isOpen } = usePart(ticket)
  if (!isWorkedOn(ticket)) return <NextStep ticket={ticket} />
  if (!isKnown) return stepOf(ticket) === undefined ? null : <NextStep ticket={ticket} />
  if (!isOpen) return <Reopen ticket={ticket} isShort />
  return stepOf(ticket) === undefined ? <PartDone ticket={ticket} isPrimary isShort /> : <NextStep ticket={ticket} />
}

export const PREP_PARTS: RoleParts = { Footer: PrepFooter, CardStep: PrepCardStep }
