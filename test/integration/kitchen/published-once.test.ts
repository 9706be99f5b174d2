import { expect, it } from 'vitest'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { kitchenOfSeveral } from './kitchen-of-several.ts'
import { isNew } from './three-connections.ts'
import { threePlatforms } from './three-platforms.ts'

it('a connection that is added, renamed or removed publishes the tickets of the others once', async () => {
  const { shops } = await threePlatforms()
  const [casa, rua, um] = shops
  const kitchen = await kitchenOfSeveral([casa.given])
  const id = casa.place()
  await eventually('the order of the first', () => kitchen.tickets().find((one) => one.orderId === id && isNew(one)))
  /** How often the ticket of the first connection is published by a change of the list of connections. */
  const publishedBy = async (change: () => Promise<unknown>): Promise<number> => {
    const before = kitchen.deltas.length
    await change()
    return kitchen.deltas.slice(before).filter(({ changed }) => changed.some(({ orderId }) => orderId === id)).length
  }
  const { apiUrl, clientId, clientSecret } = rua.given
  const added = { apiUrl, clientId, clientSecret, scope: 'od.orders' }
  expect(await publishedBy(() => kitchen.kitchen().keep('new', added, 'this-run'))).toBe(1)
  expect(kitchen.tickets().map(({ connection }) => connection?.name)).toEqual(['Casa'])
  expect(await publishedBy(async () => kitchen.calls()['connections:change']({ slot: 2, name: 'Rua' }))).toBe(1)
  expect(await publishedBy(async () => kitchen.calls()['connections:remove']({ slot: 2 }))).toBe(1)
  expect(kitchen.tickets()[0]?.connection).toBeUndefined()

  kitchen.give([casa.given, rua.given, um.given])
  const before = kitchen.deltas.length
  kitchen.kitchen().environment.importFile(kitchen.provisionFile)
  await eventually('both', () => kitchen.core().connections().length === 3)
  const isFull = ({ changed }: (typeof kitchen.deltas)[number]): boolean =>
    changed.some(({ orderId }) => orderId === id)
  expect(kitchen.deltas.slice(before).filter(isFull)).toHaveLength(1)
})
