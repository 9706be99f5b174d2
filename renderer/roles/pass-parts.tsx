import { CircleCheck, CircleDashed } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import { isComplete, progressOfParts } from '../station/progress.ts'
import { ActionButton } from '../ticket/action-buttons.tsx'
import { NextStep } from '../ticket/head-step.tsx'
import { nextStepOf } from '../ticket/next-step.ts'
import type { RoleParts } from '../ticket/role-parts.ts'
import { READY_ANYWAY_MS, withoutFocus } from '../ticket/use-action.ts'
import { useTimedFlag } from '../window/use-timed-flag.ts'
import { useComanda, useWords } from '../window/window-parts.ts'

const READY = 'ready-for-pickup'

const NO_STATIONS: readonly [] = []

/** The progress of each preparation station. In all states of an order, so that its ticket keeps its height. */
function Progress({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('roles')
  const stations = useComanda((state) => state.settings?.stations ?? NO_STATIONS)
  const parts = progressOfParts(ticket, stations)
  const nameOf = (name: string | undefined): string => name ?? t(parts.length === 1 ? 'items' : 'otherItems')
  return (
    <ul className="station-progress" aria-label={t('progress')}>
      {parts.map(({ name, done, count }) => {
        const Icon = done === count ? CircleCheck : CircleDashed
        return (
          <li key={name ?? ''} className="station-part" data-part={name ?? ''} data-done={done === count || undefined}>
            <Icon aria-hidden />
            <bdi>{t('part', { name: nameOf(name), done, count })}</bdi>
          </li>
        )
      })}
    </ul>
  )
}

/** "Ready" while lines are open: the button shows how many. The first tap offers "ready anyway"; the second one sends it. */
function ForceReady({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation('roles')
  const words = useWords()
  const [isArmed, arm] = useTimedFlag(READY_ANYWAY_MS)
  const stations = useComanda((state) => state.settings?.stations ?? NO_STATIONS)
  const open = progressOfParts(ticket, stations).reduce((sum, { count, done }) => sum + count - done, 0)
  if (isArmed) return <ActionButton ticket={ticket} action={READY} isPrimary label={words('station.allTheSameShort')} />
  return (
    <button
      type="button"
      className="act act-primary"
      data-command="force-ready"
      data-waits="others"
      onMouseDown={withoutFocus}
      onClick={arm}
    >
      <span className="act-words">{open === 0 ? words('station.allTheSameShort') : t('open', { count: open })}</span>
    </button>
  )
}

/** The step of the pass: how many lines are open, then "ready". */
function PassStep({ ticket }: { readonly ticket: Ticket }) {
  const isWaiting = ticket.lane === 'preparing' && ticket.actions.includes(READY)
  const stations = useComanda((state) => state.settings?.stations ?? NO_STATIONS)
  const isDone = isComplete(ticket, stations)
  // Before the preparation has begun, the next step is its start, unless the stations have finished already.
  if (!isWaiting || !(isDone || nextStepOf(ticket) === READY)) return <NextStep ticket={ticket} />
  return isDone ? <ActionButton ticket={ticket} action={READY} isPrimary isBright /> : <ForceReady ticket={ticket} />
}

export const PASS_PARTS: RoleParts = { Step: PassStep, Progress }
