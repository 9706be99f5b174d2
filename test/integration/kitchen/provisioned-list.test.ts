import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openConnectionFiles } from '../../../electron/storage/connection-files.ts'
import { startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { kitchenOfSeveral } from './kitchen-of-several.ts'
import { isAccepted, isNew } from './three-connections.ts'
import { threePlatforms } from './three-platforms.ts'

type Several = Awaited<ReturnType<typeof kitchenOfSeveral>>

const namesOf = ({ core }: Several): readonly string[] => {
  const { connections } = core().snapshot().freshness
  return connections?.map(({ name }) => name) ?? []
}
const fileOf = ({ provisionFile }: Several): string => readFileSync(provisionFile, 'utf8')

describe('a file with a list of connections', () => {
  it('adds those that are new, renames, and leaves out none, while the kitchen works', async () => {
    const { shops, um } = await threePlatforms()
    const [casa, rua, last] = shops
    const kitchen = await kitchenOfSeveral([casa.given])
    const first = casa.place()
    await eventually('the first order', () => kitchen.tickets().some(({ orderId }) => orderId === first))
    expect(kitchen.tickets()[0]?.connection).toBeUndefined()

    kitchen.give([last.given, { ...casa.given, name: 'Balcão' }])
    kitchen.kitchen().environment.importFile(kitchen.provisionFile)
    await eventually('two connections', () => namesOf(kitchen).length === 2)
    expect(namesOf(kitchen)).toEqual(['Balcão', 'Um'])
    const id = last.place(first)
    await kitchen.seen('Um', id, 'new', isNew)
    await kitchen.seen('Balcão', first, 'named now', isNew)
    expect(fileOf(kitchen)).not.toContain(um.clientSecret)

    kitchen.give([rua.given])
    kitchen.kitchen().environment.importFile(kitchen.provisionFile)
    await eventually('three connections', () => namesOf(kitchen).length === 3)
    await kitchen.restart()
    expect(namesOf(kitchen)).toEqual(['Balcão', 'Um', 'Rua'])
    const later = rua.place()
    await kitchen.seen('Rua', later, 'new', isNew)
    expect(kitchen.tickets()).toHaveLength(3)
  })

  it('changes nothing when it is faulty, and the kitchen goes on', async () => {
    const { shops } = await threePlatforms()
    const [casa, rua, last] = shops
    const kitchen = await kitchenOfSeveral([casa.given, rua.given])
    await eventually('two connections', () => namesOf(kitchen).length === 2)
    const faulty = [
      [last.given, { ...rua.given, clientId: 'other', name: 'um' }],
      [{ ...last.given, dialect: 'smoke signals' }],
      // The name of a connection that the list does not speak of.
      [{ ...last.given, name: 'CASA' }],
      [last.given, { ...last.given, name: 'Dois', clientSecret: '' }],
    ]
    for (const list of faulty) {
      kitchen.give(list)
      const before = fileOf(kitchen)
      const refusals = () => kitchen.kitchen().log.lines.filter(({ event }) => event === 'provisioning-failed').length
      const until = refusals() + 1
      kitchen.kitchen().environment.importFile(kitchen.provisionFile)
      await eventually('the refusal', () => refusals() === until)
      expect(fileOf(kitchen)).toBe(before)
      expect(namesOf(kitchen)).toEqual(['Casa', 'Rua'])
    }
    expect(openConnectionFiles(kitchen.profile).slots()).toEqual([1, 2])
    for (const shop of [casa, rua]) {
      const id = shop.place()
      const { orderId } = await kitchen.seen(shop.given.name, id, 'new', isNew)
      kitchen.core().act({ orderId, action: 'confirm' })
      await kitchen.seen(shop.given.name, id, 'accepted', isAccepted)
    }
  })

  it('is not erased when the profile takes no further connection, and the first one works', async () => {
    const { shops } = await threePlatforms()
    const [casa, rua] = shops
    const kitchen = await kitchenOfSeveral([casa.given])
    const id = casa.place()
    await eventually('the order', () => kitchen.tickets().length === 1)
    symlinkSync('/sys', join(kitchen.profile, 'connections'))
    kitchen.give([casa.given, rua.given])
    kitchen.kitchen().environment.importFile(kitchen.provisionFile)
    await eventually('the refusal', () =>
      kitchen.kitchen().log.lines.some(({ fields }) => fields?.code === 'not-recorded'),
    )
    expect(fileOf(kitchen)).toContain(rua.given.clientSecret)
    kitchen.core().act({ orderId: id, action: 'confirm' })
    await eventually('the tap', () => casa.posted(id).includes('confirm'))
    await kitchen.restart()
    await eventually('the order again', () => kitchen.tickets().length === 1)
    rmSync(join(kitchen.profile, 'connections'))
    mkdirSync(join(kitchen.profile, 'connections'))
    kitchen.kitchen().environment.importFile(kitchen.provisionFile)
    await eventually('the second', () => namesOf(kitchen).length === 2)
    expect(fileOf(kitchen)).not.toContain(rua.given.clientSecret)
  })

  it('without names gives each connection one of its own', async () => {
    const { shops } = await threePlatforms()
    const unnamed = shops.map(({ given: { name: _, ...given } }) => given)
    const kitchen = await kitchenOfSeveral(unnamed)
    await eventually('three connections', () => namesOf(kitchen).length === 3)
    expect(namesOf(kitchen)).toEqual(['127.0.0.1', '127.0.0.1 2', '127.0.0.1 3'])
  })
})

it('a known platform brings its own deadline, unless the file names one, and a later change stays', async () => {
  const host = await startHost1()
  const { apiUrl, clientId, clientSecret } = host
  onTestFinished(() => host.close())
  const keeta = { name: 'Keeta', apiUrl, clientId, clientSecret, profile: 'keeta' }
  const kitchen = await kitchenOfSeveral([
    keeta,
    { ...keeta, name: 'Outra', clientId: 'another' },
    { ...keeta, name: 'Terceira', clientId: 'third', settings: { confirmDeadlineMinutes: 12 } },
  ])
  const deadlines = () =>
    kitchen
      .kitchen()
      .connections()
      .map(({ core }) => core.settings.now().confirmDeadlineMinutes)
  await eventually('the deadlines', () => isDeepStrictEqual(deadlines(), [5, 5, 12]))
  await kitchen.calls()['connections:change']({ slot: 2, settings: { confirmDeadlineMinutes: 7 } })
  await kitchen.restart()
  await eventually('all have called', () =>
    kitchen
      .core()
      .snapshot()
      .freshness.connections?.every(({ state, trouble }) => state === 'fresh' || trouble !== undefined),
  )
  expect(deadlines()).toEqual([5, 7, 12])
})
