import { afterAll, describe, expect, it } from 'vitest'
import { type ChaosProxy, type Direction, startChaosProxy, type Toxic } from '../../fixtures/chaos-proxy.ts'
import { eventually, startKitchen } from '../../fixtures/running-kitchen.ts'

/** The duration of the fault. The soak run uses a longer one. */
const FAULT_MS = Number(process.env.COMANDA_CHAOS_MS ?? 2_000)
const RECOVERED_WITHIN_MS = 45_000
const TEST_LIMIT_MS = FAULT_MS + 3 * RECOVERED_WITHIN_MS
const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const
/** The platform may still receive a call that the core has aborted while the core sends the next one. */
const UNAVOIDABLE = new Set(['concurrent-polls', 'concurrent-operations', 'concurrent-token-calls'])

type Case = { readonly name: string; readonly toxic: Toxic; readonly worksMeanwhile: boolean }
const TOXICS: readonly Case[] = [
  { name: 'latency and jitter', toxic: { kind: 'latency', ms: 250, jitterMs: 250 }, worksMeanwhile: true },
  { name: 'a closed port', toxic: { kind: 'down' }, worksMeanwhile: false },
  { name: 'low bandwidth', toxic: { kind: 'bandwidth', bytesPerSecond: 4_000 }, worksMeanwhile: true },
  { name: 'a slow close', toxic: { kind: 'slow-close', ms: 1_500 }, worksMeanwhile: true },
  { name: 'dropped bytes', toxic: { kind: 'black-hole' }, worksMeanwhile: false },
  { name: 'a reset', toxic: { kind: 'reset', afterMs: 5 }, worksMeanwhile: false },
  { name: 'small pieces', toxic: { kind: 'slicer', bytes: 60, pauseMs: 10 }, worksMeanwhile: true },
  { name: 'a limited number of bytes', toxic: { kind: 'limit', bytes: 700 }, worksMeanwhile: false },
]
const DIRECTIONS: readonly Direction[] = ['upstream', 'downstream']
const figures: string[] = []

async function kitchenBehindProxy() {
  let proxy: ChaosProxy | undefined
  const kitchen = await startKitchen({
    async addressOf(apiUrl) {
      const url = new URL(apiUrl)
      proxy = await startChaosProxy(Number(url.port))
      url.port = String(proxy.port)
      return url.href
    },
  })
  if (!proxy) throw new Error('no proxy was started')
  return { kitchen, proxy }
}

describe.concurrent('a connection with a fault', () => {
  it.for(TOXICS.map((toxic, index) => ({ ...toxic, direction: DIRECTIONS[index % 2] ?? 'upstream' })))(
    'with $name, $direction, does not stop the kitchen, and all orders and taps reach the right state',
    { timeout: TEST_LIMIT_MS },
    async ({ name, direction, toxic, worksMeanwhile }) => {
      const { kitchen, proxy } = await kitchenBehindProxy()
      const { platform, core } = kitchen
      const confirm = (id: string) => core().act({ orderId: id, action: 'confirm' })
      const first = Array.from({ length: 4 }, () => platform.place(DELIVERY).id)
      const [tapped = '', tappedToo = '', cancelled = '', untouched = ''] = first
      for (const id of first) await kitchen.seen(id, 'read', ({ actions }) => actions.includes('confirm'), 20_000)

      await proxy.add(direction, toxic)
      const faultSince = performance.now()
      confirm(tapped)
      await new Promise((resolve) => setTimeout(resolve, FAULT_MS / 4))
      const meanwhile = Array.from({ length: 3 }, () => platform.place(DELIVERY).id)
      confirm(tappedToo)
      platform.cancel(cancelled, 'CUSTOMER', 'Desistiu')
      confirm(cancelled)
      if (worksMeanwhile) {
        for (const id of meanwhile)
          await kitchen.seen(id, 'read meanwhile', ({ reading }) => reading === 'read', 30_000)
        await kitchen.seen(tapped, 'confirmed meanwhile', ({ tap }) => tap?.truth === 'confirmed', 30_000)
      }
      const leftMs = FAULT_MS - (performance.now() - faultSince)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, leftMs)))
      expect(core().snapshot().tickets.length).toBeGreaterThanOrEqual(first.length)

      await proxy.clear()
      const recoveredSince = performance.now()
      const all = [...first, ...meanwhile]
      await eventually(
        `all right after ${name} ${direction}`,
        () =>
          core().snapshot().unsettledTaps === 0 &&
          all.every((id) => kitchen.ticket(id)?.status === platform.order(id)?.status) &&
          platform.model.pending(platform.clientId).length === 0,
        RECOVERED_WITHIN_MS,
      )
      figures.push(`${name} ${direction}: ${Math.round(performance.now() - recoveredSince)} ms`)
      expect(core().snapshot().tickets).toHaveLength(all.length)
      for (const id of [tapped, tappedToo]) {
        expect(kitchen.ticket(id)).toMatchObject({ status: 'CONFIRMED', tap: { truth: 'confirmed' } })
        expect(platform.requestLog.appliedFor(id, 'confirm')).toHaveLength(1)
      }
      expect(kitchen.ticket(cancelled)).toMatchObject({ status: 'CANCELLED', cancelled: { acknowledged: false } })
      expect(kitchen.ticket(cancelled)?.tap?.truth ?? 'conflict').toBe('conflict')
      expect(kitchen.ticket(untouched)).toMatchObject({ status: 'CREATED' })
      expect(platform.requestLog.postsFor(untouched, 'confirm')).toEqual([])
      for (const { eventId, orderId } of platform.model.events()) {
        const timeline = core().timeline(orderId)
        const received = timeline.ok ? timeline.value.filter(({ kind }) => kind === 'received').length : 0
        const published = platform.model.events().filter((event) => event.orderId === orderId).length
        expect([eventId, received]).toEqual([eventId, published])
      }
      expect(platform.requestLog.violations().filter(({ kind }) => !UNAVOIDABLE.has(kind))).toEqual([])
      await kitchen.end()
      await proxy.close()
    },
  )
})

afterAll(() => console.log(`recovered after\n${figures.map((line) => `  ${line}`).join('\n')}`))
