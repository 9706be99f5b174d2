import { expect, it } from 'vitest'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { isAccepted, isNew, openThree } from './three-connections.ts'

it('a connection with waiting taps, or with open orders, is kept with its reason, and its removal hurts no other', async () => {
  const { shops, kitchen } = await openThree()
  const [casa, , um] = shops
  const keeps = async () => {
    const list = await kitchen.calls()['connections:list'](null)
    return list.ok && list.value.map(({ name, keeps: reason }) => [name, reason])
  }
  const second = kitchen.core().connections()[1]?.core
  if (second === undefined) throw new Error('There is no second connection')
  const { about } = second
  Object.assign(second, { about: () => ({ ...about(), unsettledTaps: 1 }) })
  const id = um.place()
  const { orderId } = await kitchen.seen('Um', id, 'new', isNew)
  await um.fail('outage')
  expect(kitchen.core().act({ orderId, action: 'confirm' })).toMatchObject({ ok: true })
  expect(await keeps()).toEqual([
    ['Casa', 'first'],
    ['Rua', 'waiting-taps'],
    ['Um', 'open-orders'],
  ])
  for (const slot of [1, 2, 3] as const)
    expect(await kitchen.calls()['connections:remove']({ slot })).toMatchObject({ ok: false, code: 'not-allowed' })
  Object.assign(second, { about })
  expect(await kitchen.calls()['connections:remove']({ slot: 2 })).toMatchObject({ ok: true })
  const after = casa.place()
  await kitchen.seen('Casa', after, 'new', isNew)
  await um.heal()
  await kitchen.seen('Um', id, 'accepted', isAccepted)
  await eventually('once', () => um.posted(id).length === 1)
  expect(
    kitchen
      .tickets()
      .map((one) => one.orderId)
      .toSorted(),
  ).toEqual([after, orderId].toSorted())
})
