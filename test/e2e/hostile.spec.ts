import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { atRest } from '../fixtures/board-harness/at-rest.ts'
import { expect, type KitchenApp, test } from './kitchen.ts'
import { longestBlock, watchMain } from './longest-block.ts'
import { ownTimeOf } from './own-time.ts'

/** The time limits while a platform sends orders that no kitchen can use. */
const OTHER_ORDER_MS = 2_000
const TAP_MS = 100
const BLOCKED_MS = 100
const GROWTH_BYTES = 20_000_000
const FLOOD_GROWTH_BYTES_PER_S = 1_300_000
/** On a slow machine the limit is this multiple of the time without the attack. */
const SLOW_MACHINE = 4

/** A slow kitchen computer. */
const SLOW_PROCESSOR = 4
/** One second less than the time after which a window counts as hung (electron/shell/screen-pulse.ts). */
const NO_ANSWER_MS = 4_000

const FLOOD_EVERY_MS = 1_000
/** The duration of a flood before its effect is measured; docs/performance.md has figures after 15 s. */
const FLOOD_MS = Number(process.env.COMANDA_FLOOD_MS ?? 4_000)
/** Ten taps last as long as the time from one poll to the next. */
const BETWEEN_TAPS_MS = 100
const EVENTS_OF_A_PAGE = 500
const UNKNOWN_ORDERS_OF_A_PAGE = 500
/** The part of the reads that the machine can do in a second: an order of a flood that is not read in time waits for long. */
const PART_OF_ALL_READS = 0.7

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

/** The median of ten strikes, in ms. */
async function tapTime(kitchen: KitchenApp, orderId: string): Promise<number> {
  const ownTime = ownTimeOf(kitchen)
  const taps: number[] = []
  for (let tap = 0; tap < 10; tap += 1) {
    taps.push(await ownTime(() => strikeMs(kitchen, orderId)))
    await kitchen.page().waitForTimeout(BETWEEN_TAPS_MS)
  }
  return taps.toSorted((a, b) => a - b)[Math.floor(taps.length / 2)] ?? 0
}

/** Repeats `publish` each second until the function that it returns is called. */
function flood(publish: (round: number) => void): () => void {
  let round = 0
  const next = (): void => {
    publish(round)
    round += 1
  }
  next()
  const timer = setInterval(next, FLOOD_EVERY_MS)
  return () => clearInterval(timer)
}

/** Publishes events of orders that do not exist. */
function publishUnknown({ platform }: KitchenApp, round: string, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const name = `ghost-${round}-${index}`
    platform.publishRaw({ eventId: name, orderId: name, eventType: 'CREATED', createdAt: '2026-11-22T12:00:00Z' })
  }
}

/** How many orders that do not exist the app reads in a second on this machine. */
async function readsInASecond(kitchen: KitchenApp): Promise<number> {
  const read = (): number =>
    new Set(
      kitchen.platform.requestLog
        .requestsTo('read')
        .map(({ orderId }) => orderId)
        .filter((orderId) => orderId?.startsWith('ghost-first-')),
    ).size
  publishUnknown(kitchen, 'first', UNKNOWN_ORDERS_OF_A_PAGE)
  const intervals = [20]
  await expect.poll(read, { intervals }).toBeGreaterThan(0)
  const [readBefore, began] = [read(), performance.now()]
  await expect.poll(read, { intervals }).toBe(UNKNOWN_ORDERS_OF_A_PAGE)
  return (1_000 * (UNKNOWN_ORDERS_OF_A_PAGE - readBefore)) / (performance.now() - began)
}

type EndOfAttack = (() => void) | undefined
/** The returned function ends the attack. */
type Attack = (kitchen: KitchenApp) => EndOfAttack | Promise<EndOfAttack>
/** Orders that no kitchen can prepare. */
const ORDERS: Readonly<Record<string, Attack>> = {
  'three hundred thousand empty items': ({ platform }) => {
    platform.place({ startsAs: 'PREPARING', raw: { items: Array.from({ length: 300_000 }, () => ({})) } })
    return undefined
  },
  'an item name of 200 kB': ({ platform }) => {
    platform.place({ startsAs: 'PREPARING', raw: { items: [{ id: 'x', name: 'x'.repeat(200_000), quantity: 1 }] } })
    return undefined
  },
  'an item name of 1 MB': ({ platform }) => {
    platform.place({ startsAs: 'PREPARING', raw: { items: [{ id: 'x', name: 'é x'.repeat(330_000), quantity: 1 }] } })
    return undefined
  },
  'five thousand items': ({ platform }) => {
    const item = { name: 'Pastel de carne com queijo', quantity: 1, observations: 'bem passado', options: [] }
    platform.place({
      startsAs: 'PREPARING',
      raw: { items: Array.from({ length: 5_000 }, (_, index) => ({ ...item, id: `${index}` })) },
    })
    return undefined
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
    return undefined
  },
}

const FLOODS: Readonly<Record<string, Attack>> = {
  'five hundred events without id, a second': ({ platform }) =>
    flood((round) => {
      for (let index = 0; index < EVENTS_OF_A_PAGE; index += 1) {
        const reason = `${round} ${index} ${'x'.repeat(1_000)}`
        platform.publishRaw({ eventType: 'CREATED', metadata: { reason } }, { maxDeliveries: 1 })
      }
    }),
  'five hundred events of orders that do not exist, a second, or as many as the machine can read': async (kitchen) => {
    const most = Math.floor(PART_OF_ALL_READS * (await readsInASecond(kitchen)))
    const count = Math.min(UNKNOWN_ORDERS_OF_A_PAGE, most)
    console.log(`${count} orders that do not exist, a second`)
    return flood((round) => publishUnknown(kitchen, `${round}`, count))
  },
  'a thousand orders at once': ({ platform }) => {
    for (let order = 0; order < 1_000; order += 1) platform.place()
    return undefined
  },
}

/**
 * All such orders in one app. `COMANDA_EACH_ORDER=1`: each in its own app, so that the figures show which one is slow.
 */
const ATTACKS: Readonly<Record<string, Attack>> = {
  ...(process.env.COMANDA_EACH_ORDER === '1'
    ? ORDERS
    : {
        'orders with extreme sizes and names': (kitchen) => {
          for (const place of Object.values(ORDERS)) place(kitchen)
          return undefined
        },
      }),
  ...FLOODS,
}

for (const [name, attack] of Object.entries(ATTACKS)) {
  test(`${name}: another order is on the board, taps are painted, the main process answers, and the disk does not fill`, {
    tag: '@measuring',
  }, async ({ kitchen }) => {
    await kitchen.open()
    const before = kitchen.platform.place({ startsAs: 'PREPARING' })
    await kitchen.card(before.id).locator('.strike').first().waitFor()
    await atRest(kitchen.page())
    // The same measurements without the attack.
    const control = { otherOrderMs: await otherOrderTime(kitchen), tapMs: await tapTime(kitchen, before.id) }
    const dataBefore = dataOf(kitchen)
    await watchMain(kitchen)
    const end = await attack(kitchen)
    if (end !== undefined) await kitchen.page().waitForTimeout(FLOOD_MS)
    const otherOrderMs = await otherOrderTime(kitchen)
    const tapMs = await tapTime(kitchen, before.id)
    end?.()
    const blockedMs = await longestBlock(kitchen)
    const grown = dataOf(kitchen) - dataBefore
    console.log(
      `${name}: other order ${Math.round(otherOrderMs)} ms, tap ${Math.round(tapMs)} ms, main blocked ` +
        `${Math.round(blockedMs)} ms, data grew ${Math.round(grown / 1_000)} kB; without it other order ` +
        `${Math.round(control.otherOrderMs)} ms, tap ${Math.round(control.tapMs)} ms`,
    )
    // The app polls once a second.
    expect(otherOrderMs).toBeLessThan(Math.max(OTHER_ORDER_MS, SLOW_MACHINE * control.otherOrderMs))
    expect(tapMs).toBeLessThan(Math.max(TAP_MS, SLOW_MACHINE * control.tapMs))
    expect(blockedMs).toBeLessThan(BLOCKED_MS)
    expect(grown).toBeLessThan(end === undefined ? GROWTH_BYTES : (FLOOD_GROWTH_BYTES_PER_S * FLOOD_MS) / 1_000)
  })
}

test('a window that draws a thousand orders four times as slowly, at once and after a start, does not count as hung', {
  tag: '@measuring',
}, async ({ kitchen }) => {
  const { process: app, page } = await kitchen.open()
  const slow = async (fresh: Page): Promise<void> => {
    const devTools = await fresh.context().newCDPSession(fresh)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR })
  }
  await slow(page)
  /** The longest time in ms for which the loaded window has not answered the main process. A loading one never answers. */
  await app.evaluate(({ webContents }) => {
    const [contents] = webContents.getAllWebContents()
    Object.assign(globalThis, { longestAnswer: 0, ends: 0 })
    contents?.on('render-process-gone', () => Object.assign(globalThis, { ends: 1 }))
    let loads = 0
    const count = (): void => {
      loads += 1
    }
    contents?.on('did-start-loading', count)
    contents?.on('did-stop-loading', count)
    const next = (): void => {
      const asked = performance.now()
      const before = loads
      const done = (): void => {
        const answerMs = before === loads ? performance.now() - asked : 0
        const longest = Math.max(Number(Reflect.get(globalThis, 'longestAnswer')), answerMs)
        Object.assign(globalThis, { longestAnswer: longest })
        setTimeout(next, 20)
      }
      contents?.executeJavaScript('0').then(done, done)
    }
    next()
  })
  const longest = () => app.evaluate(() => Number(Reflect.get(globalThis, 'longestAnswer')))
  const last = Array.from({ length: 1_000 }, () => kitchen.platform.place()).at(-1)
  await kitchen.card(last?.id ?? '').waitFor({ state: 'attached', timeout: 120_000 })
  const atOnce = await longest()
  await page.reload()
  await kitchen.card(last?.id ?? '').waitFor({ state: 'attached', timeout: 120_000 })
  await app.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_000)))
  console.log(
    `a window four times as slow: no answer for ${Math.round(atOnce)} ms, ${Math.round(await longest())} ms with a start`,
  )
  await expect.poll(() => app.evaluate(() => Reflect.get(globalThis, 'ends'))).toBe(0)
  await expect.poll(() => longest()).toBeLessThan(NO_ANSWER_MS)
})

test('the whole ticket of a large order opens in pages', async ({ kitchen }) => {
  await kitchen.open()
  const { id } = kitchen.platform.place({
    startsAs: 'PREPARING',
    raw: { items: [{ id: 'x', name: 'x'.repeat(10_300), quantity: 1 }] },
  })
  await kitchen.card(id).locator('[data-command="open-whole"]').click()
  const dialog = kitchen.page().getByTestId('whole-order')
  await expect(dialog.locator('.whole-order')).toContainText('1 × xxx')
  await dialog.locator('[data-command="next"]').click()
  await expect(dialog.locator('.whole-order')).toContainText(/^x+$/)
})
