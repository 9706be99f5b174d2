import type { Page } from '@playwright/test'
import type { Ticket } from '../../shared/ticket/ticket.ts'
import type { ServedBoard } from '../fixtures/board-harness/served-board.ts'
import { EVENING, settingsWith, snapshotOf } from '../fixtures/board-harness/tickets.ts'
import { CALM_MS, eveningEvents } from '../fixtures/wall-evening/events.ts'
import {
  type CalmMoment,
  SEQUENCE_BOUNDS,
  type SequenceFigures,
  sequenceFigures,
} from '../fixtures/wall-evening/figures.ts'

/** Longer than the time after a touch, and the delay of the moves. */
const SETTLED_MS = CALM_MS + 400
const MINUTES = 60
/** Virtual time after which a due layout was made: at most one in ten seconds. */
const LAYOUT_MS = 11_000

export type SequenceCell = {
  readonly size: string
  readonly open: number
  readonly largeShare: number
  readonly figures: SequenceFigures
}

/** Column by column from the top left: the order, its form and its column. */
const standing = (page: Page) =>
  page.locator('.page[data-in-sight] > article').evaluateAll((all) =>
    all.map((one) => ({
      id: one.dataset.orderId ?? '',
      isWhole: one.dataset.form === 'whole',
      left: Math.round(new DOMMatrix(one.style.transform).e),
    })),
  )

const isCooked = ({ lane }: Ticket): boolean => lane === 'preparing'

/** One evening of the built renderer in virtual time, with drawn heights. */
export async function measureSequence(
  served: ServedBoard,
  { size, open, largeShare, seed }: Omit<SequenceCell, 'figures'> & { readonly seed: number },
): Promise<SequenceFigures> {
  const [width = 0, height = 0] = size.split('x').map(Number)
  const { page } = await served.open(snapshotOf([], { settings: settingsWith({ readingDistanceCm: 100 }) }), {
    width,
    height,
    ownWindow: true,
    reducedMotion: true,
    beforeLoad: async (fresh) => fresh.clock.install({ time: EVENING }),
  })
  await page.clock.runFor(SETTLED_MS)
  await page.clock.pauseAt(EVENING + LAYOUT_MS)
  const orders = new Map<string, Ticket>()
  const moments: CalmMoment[] = []
  let columns = new Map<string, number>()
  let layouts = 0
  const events = eveningEvents({ open, seed, minutes: MINUTES, largeShare })
  for (const [index, { at, isTap, changed, removed, isWatched }] of events.entries()) {
    for (const one of changed) orders.set(one.orderId, one)
    for (const id of removed) orders.delete(id)
    if (isTap) await page.evaluate(() => dispatchEvent(new Event('pointerdown')))
    const delta = { version: index + 2, changed: [...changed], removed: [...removed] }
    await page.evaluate((pushed) => window.harness.push(pushed), delta)
    const until = events[index + 1]?.at ?? at + LAYOUT_MS
    await page.clock.runFor(Math.min(SETTLED_MS, until - at))
    for (let left = until - at - SETTLED_MS; left > 0; left -= LAYOUT_MS) {
      const step = Math.min(left, LAYOUT_MS)
      await page.clock.fastForward(step / 2)
      await page.clock.runFor(step / 2)
    }
    const shown = await standing(page)
    const next = new Map(shown.map(({ id, left }) => [id, left]))
    // Between two layouts every order keeps its column, but one that has just become ready.
    const own = new Set(changed.map(({ orderId }) => orderId))
    if ([...next].some(([id, left]) => columns.has(id) && columns.get(id) !== left && !own.has(id))) layouts += 1
    columns = next
    if (!isWatched) continue
    const toCook = [...orders.values()].filter(isCooked).toSorted((a, b) => a.createdAt - b.createdAt)
    moments.push({
      cooked: shown.flatMap(({ id, isWhole }) => {
        const order = orders.get(id)
        return order && isCooked(order) ? [{ id, at: order.createdAt, isWhole }] : []
      }),
      topLeft: shown[0]?.id,
      oldest: toCook[0]?.orderId,
      toCook: toCook.length,
      open: orders.size,
      inSight: shown.length,
    })
  }
  await page.context().close()
  return sequenceFigures(moments, layouts, MINUTES)
}

/** The bounds that an evening misses. Large orders have none of their own: they must keep the sequence. */
export function missedInSequence({ size, open, largeShare, figures }: SequenceCell): readonly string[] {
  const bounds = SEQUENCE_BOUNDS[open]?.[size]
  if (!bounds) return figures.oldestFirst < 100 ? ['the oldest to cook is not first'] : []
  const isLarge = largeShare > 0
  return [
    ...(figures.wrongPairs > bounds.wrongPairs ? [`wrong pairs, bound ${bounds.wrongPairs} %`] : []),
    ...(figures.oldestFirst < bounds.oldestFirst ? ['oldest first, bound 100 %'] : []),
    ...(figures.minutesOlder > bounds.minutesOlder ? [`minutes older, bound ${bounds.minutesOlder}`] : []),
    ...(!isLarge && figures.cookWhole < bounds.cookWhole ? [`to cook whole, least ${bounds.cookWhole} %`] : []),
    ...(!isLarge && figures.inSight < bounds.inSight ? [`in sight, least ${bounds.inSight} %`] : []),
    ...(figures.layoutsAnHour > bounds.layoutsAnHour ? [`layouts, bound ${bounds.layoutsAnHour}`] : []),
  ]
}
