import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { atRest } from '../fixtures/board-harness/at-rest.ts'
import { printFigure } from '../fixtures/figures.ts'
import { expect, type KitchenApp, test } from './kitchen.ts'
import { longestBlock, watchMain } from './longest-block.ts'
import { ownTimeOf } from './own-time.ts'

/** In ms, on a quiet machine, while a platform sends orders that no kitchen can use. */
const BOUNDS = { otherOrder: 2_000, tap: 100, blocked: 100 } as const
/** Of the data on the disk. */
const GROWTH_BYTES = 20_000_000
const FLOOD_GROWTH_BYTES = 1_300_000

/** Polls during which a flood lasts; docs/performance.md has figures of longer ones. */
const FLOOD_POLLS = Number(process.env.COMANDA_FLOOD_POLLS ?? 4)
const TAPS = 10
const EVENTS_OF_A_PAGE = 500
const UNKNOWN_ORDERS_OF_A_PAGE = 500

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
/** Size of the ledger and the cache with their logs, without the browser's files. */
const dataOf = (kitchen: KitchenApp): number =>
  readdirSync(kitchen.profile)
    .filter((name) => /\.db/.test(name) || name === 'logs')
    .map((name) => join(kitchen.profile, name))
    .reduce((sum, path) => sum + (statSync(path).isDirectory() ? sizeOf(path) : statSync(path).size), 0)

/** Time from striking a line to its paint, in ms. */
const strikeMs = (kitchen: KitchenApp, orderId: string): Promise<number> =>
  kitchen.page().evaluate(async (id) => {
    const button = document.querySelector<HTMLElement>(`[data-order-id="${id}"] .strike`)
    const began = performance.now()
    button?.click()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return performance.now() - began
  }, orderId)

/** Time from an order at the platform to its ticket in the window, in ms. */
const otherOrderTime = (kitchen: KitchenApp): Promise<number> =>
  ownTimeOf(kitchen)(async () => {
    const began = performance.now()
    await kitchen.card(kitchen.platform.place().id).waitFor()
    return performance.now() - began
  })

/** The median of the strikes, in ms. */
async function tapTime(kitchen: KitchenApp, orderId: string): Promise<number> {
  const ownTime = ownTimeOf(kitchen)
  const taps: number[] = []
  for (let tap = 0; tap < TAPS; tap += 1) taps.push(await ownTime(() => strikeMs(kitchen, orderId)))
  return taps.toSorted((a, b) => a - b)[Math.floor(taps.length / 2)] ?? 0
}

/** Publishes once for each poll. Resolves after the last one. */
async function flood({ platform }: KitchenApp, publish: (round: number) => void): Promise<void> {
  const polls = () => platform.requestLog.requestsTo('poll').length
  for (let round = 0; round < FLOOD_POLLS; round += 1) {
    const before = polls()
    publish(round)
    await expect.poll(polls, { timeout: 120_000 }).toBeGreaterThan(before)
  }
}

/** Resolves at the end of the attack. */
type Attack = (kitchen: KitchenApp) => Promise<void>
type Order = (kitchen: KitchenApp) => unknown
/** Orders that no kitchen can prepare. */
const ORDERS: Readonly<Record<string, Order>> = {
  'three hundred thousand empty items': ({ platform }) => {
    platform.place({ startsAs: 'PREPARING', raw: { items: Array.from({ length: 300_000 }, () => ({})) } })
  },
  'an item name of 200 kB': ({ platform }) => {
    platform.place({ startsAs: 'PREPARING', raw: { items: [{ id: 'x', name: 'x'.repeat(200_000), quantity: 1 }] } })
  },
  'an item name of 1 MB': ({ platform }) => {
    platform.place({ startsAs: 'PREPARING', raw: { items: [{ id: 'x', name: 'é x'.repeat(330_000), quantity: 1 }] } })
  },
  'five thousand items': ({ platform }) => {
    const item = { name: 'Pastel de carne com queijo', quantity: 1, observations: 'bem passado', options: [] }
    platform.place({
      startsAs: 'PREPARING',
      raw: { items: Array.from({ length: 5_000 }, (_, index) => ({ ...item, id: `${index}` })) },
    })
  },
  'names of built-in properties in every field': ({ platform }) => {
    for (const word of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
      platform.place({
        startsAs: 'PREPARING',
        raw: {
          displayId: word,
          fulfillment: { orderType: word },
          context: { salesChannel: word },
          merchant: { id: word, name: word },
          items: [{ id: word, name: word, quantity: 1, unit: word, options: [{ name: word, quantity: 1 }] }],
        },
      })
    }
  },
}

const FLOODS: Readonly<Record<string, Attack>> = {
  'five hundred events without id in each poll': (kitchen) =>
    flood(kitchen, (round) => {
      for (let index = 0; index < EVENTS_OF_A_PAGE; index += 1) {
        const reason = `${round} ${index} ${'x'.repeat(1_000)}`
        kitchen.platform.publishRaw({ eventType: 'CREATED', metadata: { reason } }, { maxDeliveries: 1 })
      }
    }),
  'five hundred events of orders that do not exist in each poll': (kitchen) =>
    flood(kitchen, (round) => {
      for (let index = 0; index < UNKNOWN_ORDERS_OF_A_PAGE; index += 1) {
        const name = `ghost-${round}-${index}`
        const createdAt = '2026-11-22T12:00:00Z'
        kitchen.platform.publishRaw({ eventId: name, orderId: name, eventType: 'CREATED', createdAt })
      }
    }),
  'a thousand orders at once': async ({ platform }) => {
    for (let order = 0; order < 1_000; order += 1) platform.place()
  },
}

const ATTACKS: Readonly<Record<string, Attack>> = {
  'orders with extreme sizes and names': async (kitchen) => {
    for (const place of Object.values(ORDERS)) place(kitchen)
  },
  ...FLOODS,
}

for (const [name, attack] of Object.entries(ATTACKS)) {
  test(`${name}: another order is on the board, taps are painted, and the disk does not fill`, {
    tag: '@figures',
  }, async ({ kitchen }) => {
    await kitchen.open()
    const before = kitchen.platform.place({ startsAs: 'PREPARING' })
    await kitchen.card(before.id).locator('.strike').first().waitFor()
    await atRest(kitchen.page())
    const dataBefore = dataOf(kitchen)
    await watchMain(kitchen)
    const attacking = attack(kitchen)
    printFigure(`${name}: other order on the board`, await otherOrderTime(kitchen), 'ms', BOUNDS.otherOrder)
    printFigure(`${name}: tap painted, median`, await tapTime(kitchen, before.id), 'ms', BOUNDS.tap)
    await attacking
    printFigure(`${name}: longest work of the main thread`, await longestBlock(kitchen), 'ms', BOUNDS.blocked)
    const grown = dataOf(kitchen) - dataBefore
    expect(grown).toBeLessThan(name in FLOODS ? Math.max(GROWTH_BYTES, FLOOD_POLLS * FLOOD_GROWTH_BYTES) : GROWTH_BYTES)
  })
}

test('the whole ticket of a large order opens in pages', async ({ kitchen }) => {
  await kitchen.open()
  const { id } = kitchen.platform.place({
    startsAs: 'PREPARING',
    raw: { items: [{ id: 'x', name: 'x'.repeat(10_300), quantity: 1 }] },
  })
  await kitchen.card(id).locator('[data-command="open-whole"]').click()
  const dialog = kitchen.page().getByTestId('whole-order')
  await expect(dialog.locator('.whole-order')).toContainText('1× xxx')
  await dialog.locator('[data-command="next"]').click()
  await expect(dialog.locator('.whole-order')).toContainText(/^x+$/)
})
