import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { contract } from '../../../shared/contract/contract.ts'
import { startHost1 } from '../../fixtures/platform/open-delivery-1/host.ts'
import { startRecordedPlatform } from '../../fixtures/platform/recorded-platform.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'
import { kitchenOfSeveral } from './kitchen-of-several.ts'

async function world() {
  const platform = await startRecordedPlatform()
  const host = await startHost1()
  onTestFinished(async () => {
    await platform.close()
    await host.close()
  })
  const { apiUrl, clientId, clientSecret } = platform
  const house = { name: 'Casa', apiUrl, clientId, clientSecret }
  const other = {
    name: 'Um',
    apiUrl: host.apiUrl,
    clientId: host.clientId,
    clientSecret: host.clientSecret,
    dialect: 'open-delivery-1',
  }
  return { platform, host, house, other }
}

describe('a kitchen with two connections', () => {
  it('has two tickets for two orders of one id, and each tap reaches its own platform', async () => {
    const { platform, host, house, other } = await world()
    const kitchen = await kitchenOfSeveral([house, other])
    const { id } = platform.place({ orderType: 'DELIVERY' })
    host.place('DELIVERY', { sendPreparing: true, sendDelivered: true }, id)
    const first = await kitchen.seen('Casa', id, 'new', ({ status }) => status === 'CREATED')
    const second = await kitchen.seen('Um', id, 'new', ({ status }) => status === 'CREATED')
    expect([first.orderId, second.orderId]).toEqual([id, `@2:${id}`])
    expect(second.platformOrderId).toBe(id)
    expect(kitchen.core().act({ orderId: second.orderId, action: 'confirm' })).toMatchObject({ ok: true })
    await kitchen.seen('Um', id, 'accepted', ({ tap }) => tap?.truth === 'confirmed')
    expect(host.operations(id)).toEqual(['confirm'])
    expect(platform.order(id)?.status).toBe('CREATED')
    expect(kitchen.ticketOf('Casa', id)?.tap).toBeUndefined()
    const [line] = second.lines
    expect(kitchen.core().tickBag(second.orderId, [line?.lineId ?? ''], true)).toMatchObject({ ok: true })
    kitchen.core().act({ orderId: first.orderId, action: 'confirm' })
    await kitchen.seen('Casa', id, 'accepted', ({ tap }) => tap?.truth === 'confirmed')
    expect(host.operations(id)).toEqual(['confirm'])
    expect(contract['board:snapshot'].result.safeParse(kitchen.core().snapshot()).success).toBe(true)
    // One sequence of versions. At a gap a window asks for the whole board.
    const versions = kitchen.deltas.map(({ version }) => version)
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
  })

  it('keeps both over a restart, in one history, and its file has no secret', async () => {
    const { platform, host, house, other } = await world()
    const kitchen = await kitchenOfSeveral([house, other])
    const { id } = platform.place({ orderType: 'TAKEOUT' })
    host.place('TAKEOUT', {}, id)
    await kitchen.seen('Um', id, 'read', ({ reading }) => reading === 'read')
    await kitchen.seen('Casa', id, 'read', ({ reading }) => reading === 'read')
    expect(readFileSync(kitchen.provisionFile, 'utf8')).not.toContain(host.clientSecret)
    await kitchen.restart()
    expect(
      kitchen
        .tickets()
        .map(({ orderId }) => orderId)
        .toSorted(),
    ).toEqual([`@2:${id}`, id].toSorted())
    const page = await kitchen.core().history({ daysAgo: 0, search: '', page: 0 })
    expect(page).toMatchObject({ ok: true, value: { total: 2 } })
    const named = page.ok
      ? page.value.entries.map(({ connection, platformOrderId }) => [connection, platformOrderId])
      : []
    expect(named.toSorted()).toEqual([
      ['Casa', id],
      ['Um', id],
    ])
    expect(await kitchen.core().history({ daysAgo: 0, search: 'casa', page: 0 })).toMatchObject({
      value: { total: 1, entries: [{ orderId: id, connection: 'Casa' }] },
    })
    const timeline = kitchen.core().timeline(`@2:${id}`)
    expect(timeline.ok && timeline.value.map(({ kind }) => kind)).toContain('received')
    host.place('TAKEOUT')
    await eventually('a further order of the second', () => kitchen.tickets().length === 3)
  })

  it('goes on with one while the other is unreachable, refused or damaged, and names the worse one', async () => {
    const { platform, host, house, other } = await world()
    const kitchen = await kitchenOfSeveral([house, other])
    await eventually(
      'both are fresh',
      () =>
        kitchen.core().snapshot().freshness.state === 'fresh' &&
        kitchen.core().snapshot().freshness.connections?.length === 2,
    )
    expect(kitchen.core().snapshot().freshness.connection).toBeUndefined()
    await platform.beginOutage()
    await eventually('the outage', () => kitchen.core().snapshot().freshness.connection === 'Casa')
    const id = host.place('DELIVERY')
    await kitchen.seen('Um', id, 'new', ({ status }) => status === 'CREATED')
    await platform.endOutage()
    await kitchen.core().stop()
    writeFileSync(join(kitchen.profile, 'connections', '2', 'ledger.db'), 'no database at all, '.repeat(4_000))
    await kitchen.restart()
    const placed = platform.place({ orderType: 'DELIVERY' })
    await kitchen.seen('Casa', placed.id, 'new', ({ status }) => status === 'CREATED')
    // Repaired from what the cache knows.
    await kitchen.seen('Um', id, 'again', ({ reading }) => reading === 'read')
  })

  it.each([true, false])('connects a credential once, the first time, with leases: %s', async (hasLeases) => {
    const { platform, house } = await world()
    const kitchen = await kitchenOfSeveral([house, { ...house, name: 'Outra' }], {}, { hasLeases })
    const troubles = () =>
      kitchen
        .core()
        .snapshot()
        .freshness.connections?.map(({ state, trouble }) => trouble ?? state)
    await eventually('the refusal', () => isDeepStrictEqual(troubles(), ['fresh', 'credential-twice']))
    const { id } = platform.place()
    await eventually('one ticket', () => kitchen.tickets().some(({ platformOrderId }) => platformOrderId === id))
    // The file is still given: the first connection reads it before it polls.
    await kitchen.restart()
    await eventually('the refusal again', () => isDeepStrictEqual(troubles(), ['fresh', 'credential-twice']))
    expect(kitchen.tickets().map(({ orderId }) => orderId)).toEqual([id])
  })

  it('pauses one, which then polls no more, and removes one that has nothing open', async () => {
    const { platform, host, house, other } = await world()
    const kitchen = await kitchenOfSeveral([house, other])
    const { calls } = kitchen
    const list = () => calls()['connections:list'](null)
    await eventually('both', () =>
      kitchen
        .core()
        .snapshot()
        .freshness.connections?.every(({ state }) => state === 'fresh'),
    )
    expect(await list()).toMatchObject({
      value: [
        { slot: 1, name: 'Casa', keeps: 'first', isPaused: false },
        { slot: 2, name: 'Um', dialect: 'open-delivery-1' },
      ],
    })
    const id = host.place('TAKEOUT')
    await kitchen.seen('Um', id, 'new', ({ status }) => status === 'CREATED')
    expect(await calls()['connections:remove']({ slot: 2 })).toMatchObject({ ok: false, code: 'not-allowed' })
    host.cancel(id)
    const stopped = await kitchen.seen('Um', id, 'the stop', ({ cancelled }) => cancelled !== undefined)
    kitchen.core().acknowledgeCancellation(stopped.orderId)
    expect(await calls()['connections:change']({ slot: 2, name: 'CASA' })).toMatchObject({ code: 'bad-arguments' })
    expect(await calls()['connections:change']({ slot: 2, isPaused: true, name: 'Outro' })).toMatchObject({ ok: true })
    await eventually('the pause', () =>
      kitchen
        .core()
        .snapshot()
        .freshness.connections?.some(({ name, trouble }) => name === 'Outro' && trouble === 'connection-paused'),
    )
    // The pause of one is no trouble of the kitchen.
    expect(kitchen.core().snapshot().freshness).toMatchObject({ state: 'fresh', connection: undefined })
    const polls = host.polledAt.length
    const placed = platform.place()
    await kitchen.seen('Casa', placed.id, 'new', ({ status }) => status === 'CREATED')
    await kitchen.restart()
    await eventually(
      'still paused',
      () => kitchen.core().snapshot().freshness.connections?.[1]?.trouble === 'connection-paused',
    )
    expect(host.polledAt.length).toBe(polls)
    expect(await calls()['connections:remove']({ slot: 2 })).toMatchObject({ ok: true, value: [{ slot: 1 }] })
    expect(existsSync(join(kitchen.profile, 'connections', '2'))).toBe(false)
    expect(kitchen.tickets().map((one) => one.connection)).toEqual([undefined])
  })

  it('accepts without a tap and announces a time where its own settings say so, and nowhere else', async () => {
    const { platform, host, house, other } = await world()
    const kitchen = await kitchenOfSeveral([house, other])
    await eventually('both', () => kitchen.kitchen().connections().length === 2)
    const change = { autoConfirm: { enabled: true, mostOpen: 3 }, preparationMinutes: 25, theme: 'light' } as const
    const changed = await kitchen.calls()['connections:change']({ slot: 2, settings: change })
    const kitchens = kitchen.core().settings.now()
    expect(changed).toMatchObject({
      value: [
        { settings: { autoConfirm: { enabled: false } } },
        {
          settings: { preparationMinutes: 25, theme: 'dark', autoConfirm: { ...kitchens.autoConfirm, enabled: true } },
        },
      ],
    })
    // A change of the kitchen leaves what a connection has of its own.
    kitchen.core().changeSettings({ theme: 'light', preparationMinutes: 40 })
    const { id } = platform.place({ orderType: 'DELIVERY' })
    host.place('DELIVERY', {}, id)
    await kitchen.seen('Um', id, 'accepted', ({ tap }) => tap?.truth === 'confirmed')
    await kitchen.seen('Casa', id, 'new', ({ status }) => status === 'CREATED')
    expect(host.posted.find(({ path }) => path.endsWith('/confirm'))?.body).toContain('"preparationTime":25')
    expect(platform.order(id)?.status).toBe('CREATED')
    await kitchen.restart()
    expect(await kitchen.calls()['connections:list'](null)).toMatchObject({
      value: [
        { settings: { preparationMinutes: 40, autoConfirm: { enabled: false } } },
        { settings: { preparationMinutes: 25, theme: 'light', autoConfirm: { enabled: true } } },
      ],
    })
  })

  it('keeps the orders of a connection whose file is lost, and ends a removal that a crash interrupted', async () => {
    const { host, house, other } = await world()
    const kitchen = await kitchenOfSeveral([house, other])
    const id = host.place('TAKEOUT')
    await kitchen.seen('Um', id, 'new', ({ status }) => status === 'CREATED')
    const folder = join(kitchen.profile, 'connections')
    cpSync(join(folder, '2'), join(folder, '3.removed'), { recursive: true })
    await kitchen.restart(() => rmSync(join(folder, '2', 'connection.json')))
    expect(kitchen.tickets().map(({ orderId }) => orderId)).toEqual([`@2:${id}`])
    expect(readdirSync(folder)).toEqual(['2'])
    kitchen.core().act({ orderId: `@2:${id}`, action: 'confirm' })
    await eventually('the tap', () => host.operations(id).includes('confirm'))
  })
})
