import { expect, it } from 'vitest'
import { type KitchenConnection, ticketInKitchen } from '../../../electron/kitchen/connection.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { EVENING, ticket } from '../../fixtures/board-harness/tickets.ts'

const HOUR_MS = 3_600_000
const FURTHER: Pick<KitchenConnection, 'slot' | 'mark'> = { slot: 2, mark: () => ({ name: 'Rua', color: 'blue' }) }

it('a changed time of a platform whose clock is an hour behind is said by the clock of the board', () => {
  const facts: NonNullable<NonNullable<Ticket['changes']>['facts']> = [
    { fact: 'time', was: String(EVENING), now: String(EVENING + 1) },
    { fact: 'start', now: String(EVENING) },
    { fact: 'address', was: '12', now: '13' },
  ]
  const changed = ticket('1', { changes: { at: EVENING, removed: [], facts } })
  const shown = ticketInKitchen(changed, FURTHER, { isOnly: false, gapMs: HOUR_MS })
  expect(shown.changes).toEqual({
    at: EVENING + HOUR_MS,
    removed: [],
    facts: [
      { fact: 'time', was: String(EVENING + HOUR_MS), now: String(EVENING + 1 + HOUR_MS) },
      { fact: 'start', now: String(EVENING + HOUR_MS) },
      { fact: 'address', was: '12', now: '13' },
    ],
  })
})
