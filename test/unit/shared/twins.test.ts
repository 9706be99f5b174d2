import { expect, it } from 'vitest'
import { withoutPiles } from '../../../shared/text/visible-text.ts'
import { twinsOf } from '../../../shared/ticket/twins.ts'
import { ticket } from '../../fixtures/board-harness/tickets.ts'

it('open orders of one number, or ready ones of one name and channel, name each other', () => {
  const ready = { lane: 'ready', channel: 'APP' } as const
  const twins = twinsOf([
    ticket('1', { orderId: 'order-1', displayId: '8843', customerName: 'Ana Lima', ...ready }),
    ticket('2', { orderId: 'order-2', displayId: '8843', customerName: 'Rui Melo' }),
    ticket('3', { orderId: 'order-3', displayId: '12', customerName: 'ana LIMA', ...ready }),
    ticket('7', { orderId: 'order-7', displayId: '15', customerName: 'Ana Lima', ...ready, channel: 'SITE' }),
    ticket('8', { orderId: 'order-8', displayId: '16', customerName: 'Ana Lima', channel: 'APP' }),
    ticket('4', { orderId: 'order-4', displayId: '8843', customerName: 'Ana Lima', lane: 'done' }),
    ticket('5', { orderId: 'order-5', displayId: '13' }),
    ticket('6', { orderId: 'order-6', displayId: '14' }),
  ])
  expect(Object.fromEntries(twins)).toEqual({
    'order-1': { hasSameNumber: true, names: ['12'] },
    'order-2': { hasSameNumber: true, names: [] },
    'order-3': { hasSameNumber: false, names: ['8843'] },
  })
})

it.each([
  ['a pile of accents', `Z${'\u0301'.repeat(40)}algo`, 'Z\u0301\u0301algo'],
  ['a pile of another script', `ก${'\u0e49'.repeat(40)}`, `ก${'\u0e49'.repeat(4)}`],
  ['the accents of a language', 'tiê\u0301ng Việt, pa\u0303o', 'tiê\u0301ng Việt, pa\u0303o'],
  ['an emoji', '1️⃣ 👩🏽‍🍳', '1️⃣ 👩🏽‍🍳'],
])('%s covers no neighbour', (_, text, shown) => {
  expect(withoutPiles(text)).toBe(shown)
})
