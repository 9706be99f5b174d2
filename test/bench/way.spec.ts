import type { CDPSession, Page } from '@playwright/test'
import type { Bridge } from '../../shared/contract/contract.ts'
import { touch } from '../e2e/finger.ts'
import { test as base, expect, type KitchenApp } from '../e2e/kitchen.ts'
import { printFigure } from '../fixtures/figures.ts'
import { type RecordedPlatform, startRecordedPlatform } from '../fixtures/platform/recorded-platform.ts'
import { summaryOf } from './figure-table.ts'

/**
 * Measures one order from the platform to its picture in the built app with 300 open orders: platform, poll, SQLite,
 * IPC, picture. The other parts of the bench measure only the window; this adds the main process and the messages.
 * `npm run test:soak -- way` takes more samples. `COMANDA_WAY_SLOWDOWNS=1,4` also measures with a slower processor for the
 * window; `COMANDA_WAY_CONNECTIONS=4` has the orders come from four platforms in turn.
 */
const OPEN_ORDERS = 300
/** Number of orders in the ledger and the cache of the measured start. */
const ORDERS_AT_START = 100
const REPEATS = Number(process.env.COMANDA_WAY_REPEATS ?? 3)
const SLOWDOWNS = (process.env.COMANDA_WAY_SLOWDOWNS ?? '1').split(',').map(Number)
const FILLED_WITHIN_MS = 120_000
const BETWEEN_ARRIVALS_MS = 300
/** Longer than the bump guard ignores a second tap. */
const BETWEEN_TAPS_MS = 800
const PRESS_MS = 70
const REST_MS = 4_000
/** The idle share is printed and has no limit. */
const IDLE_MS = Number(process.env.COMANDA_WAY_IDLE_MS ?? 1_000)
/** In ms, medians on a quiet machine with two cores. docs/performance.md has the figures. */
const BOUNDS = { arrival: 30, look: 32, board: 150 } as const
const SIZE = { width: 1920, height: 1080 }

const CONNECTIONS = Number(process.env.COMANDA_WAY_CONNECTIONS ?? 1)

/** `several`: the platforms of the app, where it has more than one. */
const test = base.extend<{ several: readonly RecordedPlatform[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: a fixture without others needs the pattern
  several: async ({}, use) => {
    const count = CONNECTIONS > 1 ? CONNECTIONS : 0
    const all = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        startRecordedPlatform({ seed: index + 1, clientId: `kitchen-${index}` }),
      ),
    )
    await use(all)
    for (const platform of all) await platform.close()
  },
  provision: async ({ several }, use) => {
    const connections = several.map(({ apiUrl, clientId, clientSecret }, index) => ({
      ...{ apiUrl, clientId, clientSecret },
      name: `Platform ${index + 1}`,
    }))
    const none = { apiUrl: undefined, clientId: undefined, clientSecret: undefined }
    await use(several.length === 0 ? undefined : { ...none, connections })
  },
})

/** The platform of the order number `index`. */
const platformAt = (kitchen: KitchenApp, several: readonly RecordedPlatform[], index: number) =>
  several[index % Math.max(1, several.length)] ?? kitchen.platform

// The mark is shown during the undo time of its tap.
test.use({ settings: { pollIntervalSeconds: 1, undoSeconds: 10 } })
test.describe.configure({ timeout: 120_000 + 5_000 * REPEATS * SLOWDOWNS.length })

type AnsweredTap = {
  /** Time from the end of the click to the frame in which the button shows that it was tapped, in ms. */
  readonly look: number
  /** Time to the frame in which the ticket has the tap's mark. The tap is stored by then. */
  readonly mark: number
}

declare global {
  interface Window {
    /** Set by the preload script. */
    readonly comanda: Bridge
    /** The time of the first message with the order, in ms since 1970. */
    cameAt(orderId: string): number
    /** The time at which the frame was painted in which the selector first matched, in ms since 1970. */
    paintedWhen(selector: string): Promise<number>
    answered(selectors: { readonly look: string; readonly mark: string }): Promise<AnsweredTap>
    /** Time since navigation: the window's first picture, and the first picture with a whole ticket. */
    readonly firstPictures: Promise<{ readonly any: number; readonly board: number }>
  }
}

const watchPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const came = new Map<string, number>()
    const now = (): number => performance.timeOrigin + performance.now()
    window.comanda.on['board:delta'](({ changed }) => {
      for (const { orderId, platformOrderId = orderId } of changed)
        if (!came.has(platformOrderId)) came.set(platformOrderId, now())
    })
    window.cameAt = (orderId) => came.get(orderId) ?? Number.NaN
    window.paintedWhen = (selector) =>
      new Promise((resolve) => {
        const frame = (): void => {
          if (document.querySelector(selector) === null) {
            requestAnimationFrame(frame)
            return
          }
          // A task runs after the painting of its frame. With this priority it runs before waiting messages.
          scheduler.postTask(() => resolve(now()), { priority: 'user-blocking' })
        }
        requestAnimationFrame(frame)
      })
    window.answered = ({ look, mark }) =>
      new Promise((resolve, reject) => {
        const onClick = ({ timeStamp }: MouseEvent): void => {
          const since = (at: number): number => at - performance.timeOrigin - timeStamp
          const pictures = [window.paintedWhen(`${look}, ${mark}`), window.paintedWhen(mark)] as const
          Promise.all(pictures).then(
            ([looked, marked]) => resolve({ look: since(looked), mark: since(marked) }),
            reject,
          )
        }
        addEventListener('click', onClick, { capture: true, once: true })
      })
  })

/** Time from the answer of the poll with a new order, and from the message with its ticket, to the painted ticket. */
async function measureArrivals(kitchen: KitchenApp, several: readonly RecordedPlatform[]) {
  const page = kitchen.page()
  const fromPoll: number[] = []
  const fromMessage: number[] = []
  for (let index = 0; index < REPEATS; index += 1) {
    const platform = platformAt(kitchen, several, index)
    const { id } = platform.place()
    const selector = `[data-order-id="${id}"]`
    const paintedAt = await page.evaluate((where) => window.paintedWhen(where), selector)
    const cameAt = await page.evaluate((orderId) => window.cameAt(orderId), id)
    const eventId = platform.model.events().find(({ orderId }) => orderId === id)?.eventId ?? ''
    const poll = platform.requestLog.requestsTo('poll').find(({ delivered }) => delivered.includes(eventId))
    fromPoll.push(paintedAt - (poll?.answeredAt ?? Number.NaN))
    fromMessage.push(paintedAt - cameAt)
    for (const move of ['confirm', 'preparing'] as const) platform.model.move(id, move)
    await page.waitForTimeout(BETWEEN_ARRIVALS_MS)
  }
  return { fromPoll, fromMessage }
}

/** Time from the end of a touch on a large button to the button's answer, and to the painted mark of the stored tap. */
async function measureTaps(kitchen: KitchenApp): Promise<readonly AnsweredTap[]> {
  const page = kitchen.page()
  const samples: AnsweredTap[] = []
  for (let index = 0; index < REPEATS; index += 1) {
    const id = await page
      .locator('[data-order-id] .act-primary[data-action="ready-for-pickup"]')
      .first()
      .evaluate((element) => element.closest<HTMLElement>('[data-order-id]')?.dataset.orderId)
    const order = `[data-order-id="${id}"]`
    const primary = `${order} .act-primary[data-action="ready-for-pickup"]`
    const selectors = { look: `${primary}[data-pressed]`, mark: `${order} [data-truth]` }
    const answered = page.evaluate((where) => window.answered(where), selectors)
    await page.evaluate(() => undefined)
    await touch(page, page.locator(primary), PRESS_MS)
    samples.push(await answered)
    await page.waitForTimeout(BETWEEN_TAPS_MS)
  }
  return samples
}

/** Processor time of the window's main thread until now, in seconds, without the time of other programs. */
async function workedBy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** Share of time, in per cent, in which the window's main thread works on an idle board with a poll each second. */
async function measureIdle(page: Page, session: CDPSession): Promise<number> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await workedBy(session)
  const begunAt = performance.now()
  await page.waitForTimeout(IDLE_MS)
  return (100 * (await workedBy(session)) - 100 * before) / ((performance.now() - begunAt) / 1_000)
}

async function fillBoard(kitchen: KitchenApp, orders: number, several: readonly RecordedPlatform[]): Promise<void> {
  for (let order = 0; order < orders; order += 1) platformAt(kitchen, several, order).place({ startsAs: 'PREPARING' })
  await kitchen.open()
  await kitchen.page().setViewportSize(SIZE)
  await expect(kitchen.page().locator('[data-order-id]')).toHaveCount(orders, { timeout: FILLED_WITHIN_MS })
  await kitchen.page().waitForTimeout(REST_MS)
}

const slowDown = (session: CDPSession, rate: number) => session.send('Emulation.setCPUThrottlingRate', { rate })

function printSamples(what: string, samples: readonly number[], bound?: number): void {
  const { median, p98 } = summaryOf(samples)
  printFigure(`${what}, median of ${REPEATS}`, median, 'ms', bound)
  printFigure(`${what}, 98th percentile`, p98, 'ms')
}

test(`with ${OPEN_ORDERS} open orders a new order and a tap are painted`, async ({ kitchen, several }) => {
  await fillBoard(kitchen, OPEN_ORDERS, several)
  const page = kitchen.page()
  await watchPage(page)
  const session = await page.context().newCDPSession(page)
  for (const slowdown of SLOWDOWNS) {
    await slowDown(session, slowdown)
    const idle = await measureIdle(page, session)
    const [workedBefore, begunAt] = [await workedBy(session), performance.now()]
    const { fromPoll, fromMessage } = await measureArrivals(kitchen, several)
    const tookMs = performance.now() - begunAt
    const workedMs = 1_000 * ((await workedBy(session)) - workedBefore) - (tookMs * idle) / 100
    // The board does not change: the last new orders have their places, and no tap is sent during the next taps.
    await page.waitForTimeout(REST_MS)
    const taps = await measureTaps(kitchen)
    const at = `×${slowdown}: `
    printSamples(`${at}poll answered → new order painted`, fromPoll)
    printFigure(`${at}processor of the main thread for each arrival`, workedMs / REPEATS, 'ms')
    printSamples(`${at}message → new order painted`, fromMessage, BOUNDS.arrival * slowdown)
    const looks = taps.map(({ look }) => look)
    printSamples(`${at}finger up → painted answer of the button`, looks, BOUNDS.look * slowdown)
    const marks = taps.map(({ mark }) => mark)
    printSamples(`${at}finger up → painted mark of the stored tap`, marks)
    printFigure(`${at}main thread busy while idle`, idle, '%')
    // The taps are sent, and their orders have left.
    await page.waitForTimeout(slowdown === SLOWDOWNS.at(-1) ? 0 : 3 * REST_MS)
  }
})

test(`the board of ${ORDERS_AT_START} orders is painted after the first picture of the window`, async ({
  kitchen,
  several,
}) => {
  await fillBoard(kitchen, ORDERS_AT_START, several)
  const page = kitchen.page()
  await page.addInitScript(() => {
    const { promise, resolve } = Promise.withResolvers<{ readonly any: number; readonly board: number }>()
    const frame = (): void => {
      if (document.querySelector('[data-order-id] .act-primary') === null) {
        requestAnimationFrame(frame)
        return
      }
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () =>
        resolve({ any: performance.getEntriesByName('first-paint')[0]?.startTime ?? 0, board: performance.now() })
      port2.postMessage(undefined)
    }
    requestAnimationFrame(frame)
    Object.assign(window, { firstPictures: promise })
  })
  const samples: number[] = []
  for (let index = 0; index < REPEATS; index += 1) {
    await page.reload()
    const { any, board } = await page.evaluate(() => window.firstPictures)
    samples.push(board - any)
    await expect(page.locator('[data-order-id]')).toHaveCount(ORDERS_AT_START)
  }
  printSamples('first picture → painted board', samples, BOUNDS.board)
})
