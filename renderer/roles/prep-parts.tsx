import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket.ts'
import { NextStep } from '../ticket/head-step.tsx'
import type { RoleParts } from '../ticket/role-parts.ts'
import { withoutFocus } from '../ticket/use-action.ts'
import { usePart } from './use-part.ts'

function PartDone({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('roles')
  const { isCoolingDown, mark } = usePart(ticket)
  return (
    <button
      type="button"
      className="act act-primary"
      data-command="part-done"
      data-step="ready-for-pickup"
      aria-disabled={isCoolingDown || undefined}
      onMouseDown={withoutFocus}
      onClick={() => void mark(true)}
    >
      <span className="act-words">{t('myPartShort')}</span>
    </button>
  )
}

function Reopen({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('roles')
  const { isCoolingDown, mark } = usePart(ticket)
  return (
    <button
      type="button"
      className="act"
      data-command="reopen-part"
      aria-disabled={isCoolingDown || undefined}
      onMouseDown={withoutFocus}
      onClick={() => void mark(false)}
    >
      <span className="act-words">{t('reopenShort')}</span>
    </button>
  )
}

/** The step of the order that a preparation station may take. "Ready" belongs to the pass. */
const hasOwnStep = ({ actions }: Ticket): boolean =>
  actions.some((action) => action === 'confirm' || action === 'preparing')

const isWorkedOn = ({ lane, cancelled, reading }: Ticket): boolean =>
  lane === 'preparing' && cancelled === undefined && reading === 'read'

/** The step of a preparation station: its part of the order is done. */
function PrepStep({ ticket }: { readonly ticket: Ticket }) {
  const { isKnown, isOpen } = usePart(ticket)
  if (!isWorkedOn(ticket)) return <NextStep ticket={ticket} />
  if (!isKnown) return hasOwnStep(ticket) ? <NextStep ticket={ticket} /> : null
  if (!isOpen) return <Reopen ticket={ticket} />
  return hasOwnStep(ticket) ? <NextStep ticket={ticket} /> : <PartDone ticket={ticket} />
}

export const PREP_PARTS: RoleParts = { Step: PrepStep }
