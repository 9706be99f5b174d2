import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Backend } from '../../../electron/composition/backend.ts'
import { callsOf, type JoinedScreen } from '../../fixtures/joined-screen.ts'
import { type PairedKitchen, startPairedKitchen } from '../../fixtures/paired-kitchen.ts'
import { eventually } from '../../fixtures/running-kitchen.ts'

const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const

let world: PairedKitchen
afterEach(() => world.end())

describe('a paired screen, built as the program builds it', () => {
  it('shows an order, and its tap is confirmed at the platform once, also when the connection fails', async () => {
    world = await startPairedKitchen()
    const { platform, line } = world
    const pass = await world.join('Passe')
    const { id } = platform.place(DELIVERY)
    await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    await eventually('fresh', () => pass.backend.core.snapshot().freshness.state === 'fresh')

    // The next bytes to the main computer are lost, and the connection is reset.
    await line.add('upstream', { kind: 'reset', afterMs: 0 })
    expect(await pass.calls['order:act']({ orderId: id, action: 'confirm' })).toMatchObject({ ok: true })
    await pass.seen(id, 'kept here', ({ tap }) => tap?.truth === 'here')
    await eventually('the broken link', () => pass.backend.core.snapshot().freshness.trouble === 'station-away')
    await line.clear()
    await pass.seen(id, 'confirmed', ({ status, tap }) => status === 'CONFIRMED' && tap?.truth === 'confirmed')

    // The main computer gets the tap, and its answer does not arrive.
    await line.add('downstream', { kind: 'reset', afterMs: 0 })
    expect(await pass.calls['order:act']({ orderId: id, action: 'preparing' })).toMatchObject({ ok: true })
    await eventually('the second cut', () => pass.backend.core.snapshot().freshness.trouble === 'station-away')
    await line.clear()
    await pass.seen(id, 'confirmed', ({ status, tap }) => status === 'PREPARING' && tap?.truth === 'confirmed')
    expect(platform.requestLog.postsFor(id, 'confirm')).toHaveLength(1)
    expect(platform.requestLog.postsFor(id, 'preparing')).toHaveLength(1)
    expect(pass.ticket(id)).toEqual(world.core.snapshot().tickets.find((ticket) => ticket.orderId === id))
  })

  it('sends what staff marked without its main computer, however many marks, over one connection', async () => {
    world = await startPairedKitchen()
    const pass = await world.join('Passe')
    const { id } = world.platform.place(DELIVERY)
    const { lines } = await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    const [{ lineId } = { lineId: '' }] = lines
    await world.line.add('upstream', { kind: 'reset', afterMs: 0 })
    for (let mark = 1; mark < 60; mark += 1) {
      const struck = mark % 2 === 1
      expect(await pass.calls['order:strike-line']({ orderId: id, lineId, struck })).toMatchObject({ ok: true })
    }
    await eventually('the broken link', () => pass.backend.core.snapshot().freshness.trouble === 'station-away')
    const losses = () => pass.log.lines.filter(({ event }) => event === 'main-computer-lost').length
    const before = losses()
    await world.line.clear()
    await eventually('all verdicts', () => pass.backend.core.snapshot().unsettledTaps === 0)
    const ofMain = world.core.snapshot().tickets.find(({ orderId }) => orderId === id)
    expect([ofMain?.lines[0]?.struck, losses()]).toEqual([true, before])
  })

  const removed = (backend: Backend) =>
    eventually('removed', () => backend.core.snapshot().freshness.trouble === 'not-paired')
  /** Files of the screen that contain the order. */
  const kept = ({ profile }: JoinedScreen, orderId: string) =>
    readdirSync(profile, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(orderId) ? [entry.name] : [],
    )

  it('is disconnected at once when it is revoked: it keeps no order, refuses taps, and says so at its next start', async () => {
    world = await startPairedKitchen()
    const pass = await world.join('Passe')
    const { id } = world.platform.place(DELIVERY)
    await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    expect(kept(pass, id)).not.toEqual([])
    world.screens.devices.revoke(pass.deviceId)
    await removed(pass.backend)
    await eventually('silence', () => world.screens.port() === undefined)
    expect(pass.backend.core.snapshot().tickets).toEqual([])
    expect(kept(pass, id)).toEqual([])
    await pass.backend.stop()

    const again = pass.reopen()
    expect(again.core.snapshot().freshness).toMatchObject({ state: 'stale', trouble: 'not-paired' })
    const calls = callsOf(again)
    expect(await calls['order:act']({ orderId: id, action: 'confirm' })).toMatchObject({ code: 'screen-removed' })
    await again.stop()
    expect(kept(pass, id)).toEqual([])
  })

  it('that was away when it was revoked learns it when it is back, and its kept tap ends', async () => {
    world = await startPairedKitchen()
    const pass = await world.join('Passe')
    // The main computer keeps listening for this screen.
    await world.join('Balcão')
    const { id } = world.platform.place(DELIVERY)
    await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    await pass.backend.stop()
    const away = pass.reopen()
    const calls = callsOf(away)
    expect(await calls['order:act']({ orderId: id, action: 'confirm' })).toMatchObject({ ok: true })
    world.screens.devices.revoke(pass.deviceId)
    away.core.start()
    await removed(away)
    expect(away.core.snapshot().unsettledTaps).toBe(0)
    await away.stop()
    expect(kept(pass, id)).toEqual([])
    expect(world.platform.requestLog.postsFor(id, 'confirm')).toHaveLength(0)
  })

  it('gets its name and its use from the main computer, at once or when it is back', async () => {
    world = await startPairedKitchen({ stations: [{ name: 'Chapa', keywords: ['x-'] }] })
    const { devices } = world.screens
    const [first, second] = [await world.join('Balcão'), await world.join('balcão')]
    const named = (screen: JoinedScreen, name: string) =>
      eventually(`the name ${name}`, async () => {
        const joined = await screen.calls['screens:joined'](null)
        return joined.ok && joined.value.screenName === name
      })
    await named(first, 'Balcão')
    await named(second, 'balcão 2')
    devices.change(first.deviceId, 'Chapa', { role: 'prep', station: 'Chapa' })
    await named(first, 'Chapa')
    await eventually('the use', () => devices.list()[0]?.use?.station === 'Chapa')
    expect(first.backend.core.settings.now()).toMatchObject({ role: 'prep', station: 'Chapa' })
    await eventually('applied', () => devices.assignment(first.deviceId)?.wanted === undefined)

    await first.backend.stop()
    devices.change(first.deviceId, 'Passe', { role: 'pass', station: '' })
    const again = first.reopen()
    expect(again.core.settings.now().role).toBe('prep')
    again.core.start()
    await eventually('applied', () => devices.assignment(first.deviceId)?.wanted === undefined)
    expect(again.core.settings.now().role).toBe('pass')
    await again.stop()
  })

  it('is refused a call that only the main computer may make, and gets an answer to a call about orders', async () => {
    world = await startPairedKitchen()
    const pass = await world.join('Passe')
    const { id } = world.platform.place(DELIVERY)
    await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    expect(await pass.calls['webhook:status'](null)).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(await pass.calls['settings:change']({ undoSeconds: 3 })).toMatchObject({ ok: false, code: 'not-allowed' })
    expect(await pass.calls['settings:change']({ locale: 'es' })).toMatchObject({ ok: true, value: { locale: 'es' } })
    expect(world.core.snapshot().settings.locale).toBe('pt-BR')
    expect(await pass.calls['order:whole']({ orderId: id, part: 0 })).toMatchObject({ ok: true })
    expect(await pass.calls['order:timeline']({ orderId: id })).toMatchObject({ ok: true })
  })

  it('shows that it uses no file of credentials, and cannot date a tap before every order', async () => {
    world = await startPairedKitchen()
    // At its start, and for a second start.
    const folder = mkdtempSync(join(tmpdir(), 'comanda-provision-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'credentials.json')
    const store = () =>
      writeFileSync(
        path,
        JSON.stringify({
          apiUrl: 'https://api.example.test/9f8c7b/od/v2',
          clientId: 'c',
          clientSecret: 'canary-77',
          settings: { locale: 'es' },
        }),
      )
    store()
    const pass = await world.join('Passe', path)
    const notice = () => pass.backend.core.snapshot().notice
    const expectErased = async () => {
      await eventually('the erased file', () => !/canary-77|9f8c7b/.test(readFileSync(path, 'utf8')))
      await eventually('the notice', () => notice() === 'provision-on-screen')
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ clientId: 'c', settings: { locale: 'es' } })
    }
    await expectErased()
    store()
    pass.backend.provision(path)
    await expectErased()
    writeFileSync(path, '{"clientSecret":"canary-77"')
    pass.backend.provision(path)
    await eventually('the other notice', () => notice() === 'provision-on-screen-kept')
    const { id } = world.platform.place(DELIVERY)
    await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    const tap = { orderId: id, action: 'confirm', tapId: 't1', by: 'Passe' } as const
    expect(world.core.receiveTap({ ...tap, ageMs: Number.MAX_SAFE_INTEGER })).toMatchObject({ ok: true })
    const shown = await pass.seen(id, 'the tap', (ticket) => ticket.tap !== undefined)
    expect(shown.tap?.tappedAt).toBeGreaterThan(Date.now() - 8 * 86_400_000)
  })

  it('unlocks only itself with a PIN', async () => {
    world = await startPairedKitchen()
    const [pass, counter] = [await world.join('Passe'), await world.join('Balcão')]
    const { id } = world.platform.place(DELIVERY)
    await pass.seen(id, 'the order', ({ actions }) => actions.includes('confirm'))
    expect(await world.core.lock.set({ pin: '1234', clientSecret: world.platform.clientSecret })).toMatchObject({
      ok: true,
    })
    world.core.lock.lockNow()
    expect(await pass.calls['order:timeline']({ orderId: id })).toMatchObject({ ok: false, code: 'locked' })
    expect(await pass.calls['lock:unlock']({ pin: '1234' })).toMatchObject({ ok: true, value: { isOpen: true } })
    expect(await pass.calls['order:timeline']({ orderId: id })).toMatchObject({ ok: true })
    expect(await counter.calls['order:timeline']({ orderId: id })).toMatchObject({ ok: false, code: 'locked' })
    expect(world.core.lock.status().isOpen).toBe(false)
  })
})
