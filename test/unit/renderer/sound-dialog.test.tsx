// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { BoardSnapshot } from '../../../shared/contract/contract.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { EVENING, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

const DAY_MS = 86_400_000

const RINGING = ['1', '2'].map((id) => ticket(id, { alarm: 'new', confirmBy: EVENING + 480_000 }))

async function openSounds(tickets: readonly Ticket[], parts: Partial<BoardSnapshot> = {}) {
  const opened = await openInDom(snapshotOf(tickets, parts))
  await opened.tap('@open-sound')
  await opened.find('@sound-dialog')
  return opened
}

it('silences each order separately, and shows that nothing was sent', async () => {
  const { tap, find, calls, answer } = await openSounds(RINGING)
  await tap('[data-silence="order-2"]')
  expect(calls('order:quiet-alarm')).toEqual([{ orderId: 'order-2', how: 'silenced' }])
  answer('order:quiet-alarm', { ok: false, code: 'storage', message: '' })
  await tap('[data-silence="order-1"]')
  await find('@sound-dialog [role="alert"]', 'Nada foi enviado')
})

it('is due at the start of a shift, and the result of the test reaches the main process', async () => {
  const { tap, find, press, push, calls } = await openSounds([], { soundTestedAt: EVENING - DAY_MS })
  await find('@open-sound[data-state="due"]')
  await tap('@sound-dialog button', 'Ouvi bem')
  expect(calls('sound:tested')).toEqual([{ heard: true }])
  await push({ soundTestedAt: EVENING })
  await press('Escape')
  await find('@open-sound[data-state="well"]')
})

it('sets the volume and the quiet hours', async () => {
  const { tap, calls } = await openSounds([])
  await tap('@sound-dialog [data-setting="alarm.volume"] [aria-label^="Mais"]')
  await tap('@sound-dialog [data-setting="alarm.quietHours"] [role="switch"]')
  expect(calls('settings:change')).toEqual([
    { alarm: { volume: 100 } },
    { alarm: { quietHours: { enabled: true, from: '23:00', to: '06:00' } } },
  ])
})
