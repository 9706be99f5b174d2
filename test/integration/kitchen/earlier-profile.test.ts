import { expect, it, onTestFinished } from 'vitest'
import { EARLIER_CONTENT as content, unpackEarlierProfile } from '../../fixtures/earlier-profile/content.ts'
import { startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'
import { startRecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { kitchenOfSeveral } from './kitchen-of-several.ts'

/** Both platforms have the time at which the earlier program ended. */
async function platformsOfThatTime() {
  const skewMs = content.madeAt - Date.now()
  const casa = await startRecordedPlatform({ clockSkewMs: skewMs })
  const um = await startHost1({ skewMs })
  onTestFinished(async () => {
    await casa.close()
    await um.close()
  })
  for (const { orderId, displayId, status } of content.tickets)
    casa.place({ orderType: 'TAKEOUT', startsAs: status, order: { id: orderId, displayId } })
  return { casa, um }
}

it('a profile of the version before is the first connection of several, with its orders, taps, screens, PIN and places', async () => {
  const { casa, um } = await platformsOfThatTime()
  const credentialsOf = ({ apiUrl, clientId, clientSecret }: typeof casa | typeof um) => ({
    apiUrl,
    clientId,
    clientSecret,
  })
  const given = [
    { name: 'Casa', ...credentialsOf(casa) },
    { name: 'Um', ...credentialsOf(um), dialect: 'open-delivery-1' },
  ]
  const kitchen = await kitchenOfSeveral(given, {}, { fill: (profile) => unpackEarlierProfile('station', profile) })
  const { kept } = content.screen
  const waiting = content.tickets.find(({ orderId }) => orderId.startsWith('6c4a48d3'))
  if (waiting === undefined) throw new Error('The earlier profile has no waiting tap')
  for (const id of [kept, waiting.orderId]) um.place('TAKEOUT', { displayId: waiting.displayId }, id)

  const before = kitchen.tickets().filter(({ orderId }) => !orderId.startsWith('@'))
  expect(before.map(({ orderId }) => orderId).toSorted()).toEqual(content.tickets.map(({ orderId }) => orderId))
  for (const { struck, orderId } of content.tickets)
    expect(
      before.find((one) => one.orderId === orderId)?.lines.flatMap((line) => (line.struck ? [line.name] : [])),
    ).toEqual(struck)

  // The tap that waited goes to its own platform.
  await kitchen.seen('Casa', waiting.orderId, 'accepted', ({ tap }) => tap?.truth === 'confirmed')
  expect(casa.order(waiting.orderId)?.status).toBe('CONFIRMED')
  for (const id of [kept, waiting.orderId])
    await kitchen.seen('Um', id, 'new', ({ status, reading }) => status === 'CREATED' && reading === 'read')
  expect(um.operations(waiting.orderId)).toEqual([])

  // So does the tap that a paired screen of that version has kept.
  const core = kitchen.core()
  const tap = { tapId: 'kept-on-the-screen', orderId: kept, action: 'confirm', ageMs: 60_000, by: 'Passe' } as const
  expect(core.receiveTap(tap)).toMatchObject({ ok: true, value: { tapId: tap.tapId } })
  await kitchen.seen('Casa', kept, 'accepted', (ticket) => ticket.tap?.truth === 'confirmed')
  expect(um.operations(kept)).toEqual([])
  expect(kitchen.ticketOf('Um', kept)?.status).toBe('CREATED')

  const { locale, theme, doneLaneMinutes, stations } = content.settings
  expect(core.snapshot()).toMatchObject({
    settings: { locale, theme, doneLaneMinutes, stations },
    places: '{"places":1}',
  })
  for (const { core: own } of core.connections()) expect(own.settings.now()).toMatchObject({ locale, stations })
  expect(core.lock.status()).toMatchObject({ isSet: true, isOpen: false })
  expect(await core.lock.unlock('4321')).toMatchObject({ ok: true })
  expect(core.facts.devices.get()).toContain('"name":"Passe"')
  expect(core.facts.customersLink.get()).toContain('"port":18080')

  await kitchen.restart()
  await eventually('all orders again', () => kitchen.tickets().length >= content.tickets.length + 2)
  expect(kitchen.core().facts.devices.get()).toContain('"name":"Passe"')
  const errors = kitchen.kitchen().log.lines.filter(({ level }) => level === 'error')
  expect(errors).toEqual([])
})
