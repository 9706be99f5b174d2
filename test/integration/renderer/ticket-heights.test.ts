import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Settings } from '../../../shared/contract/settings.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import {
  CONFLICT_REASONS,
  TAP_STATUSES,
  type TapView,
  type Ticket,
  type TicketOption,
} from '../../../shared/ticket/ticket.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { openKitchenView } from '../../fixtures/board-harness/kitchen-window.ts'
import { EVENING, line, minutesAgo, option, settingsWith, tap, ticket } from '../../fixtures/board-harness/tickets.ts'

/**
 * For generated orders and generated changes of their states: the height that the layout gave to each ticket is enough for
 * what is drawn in it, and nothing overlaps.
 */

const WORDS = 'Pão de Executivo contrafilé Guaraná 350 ml acebolado X-Bacon Sem cebola Desoxirribonucleicamente'.split(
  ' ',
)
const words = (most: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: most }).map((all) => all.join(' '))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const one = <const T>(...values: readonly T[]) => fc.constantFrom(...values)

const options = (depth: number): fc.Arbitrary<TicketOption[]> =>
  fc.array(
    fc
      .record({
        name: words(4),
        quantity: one(1, 1, 2),
        notes: maybe(words(5)),
        inner: depth === 0 ? fc.constant([]) : options(depth - 1),
      })
      .map(({ name, inner, ...more }) => option(name, { ...more, options: inner })),
    { maxLength: 3 },
  )
const lines = fc.array(
  fc
    .record({
      name: words(6),
      quantity: one(1, 1, 2, 12, 0.5, 1000),
      unit: one(undefined, undefined, 'KG'),
      notes: maybe(one('Bem passado', 'Alergia a camarão e amendoim', 'Cortar em doze pedaços, por favor')),
      options: options(1),
      unreadParts: one(undefined, undefined, undefined, 1),
      isAdded: one(undefined, undefined, undefined, true),
    })
    .map(({ name, ...more }) => line(name, more)),
  { maxLength: 6 },
)
/** What an order says. Its changes may change heights. */
const contents = fc.record({
  displayId: one('4821', '12', 'A-117', '48210', 'PEDIDO-2026-000123', 'W'.repeat(40)),
  orderType: one('DELIVERY', 'TAKEOUT', 'INDOOR', 'DRONE'),
  lines: lines.map((all) => all.map((each, at) => ({ ...each, lineId: `${at}` }))),
  notes: fc.array(words(9), { maxLength: 1 }),
  courierNotes: maybe(fc.array(words(4), { minLength: 1, maxLength: 1 })),
  place: one(undefined, undefined, { mode: 'TABLE', identifier: '12 (varanda dos fundos)' }),
  channel: one(undefined, 'App', 'Marketplace', 'Site próprio da casa'),
  brand: one(undefined, undefined, 'Pizza da Vó', 'Brasa & Cia Hamburgueria Artesanal'),
  merchantName: one('Brasa', 'Cantina da Praça do Mercado Velho'),
  customerName: one(undefined, 'Ana', 'Wilhelmmina', 'Maria-Antonieta Albuquerque'),
  pickupCode: one(undefined, '174', 'RETIRADA-2026-ABCDEF-99'),
  outdated: one(undefined, undefined, undefined, true),
  moreLines: one(undefined, undefined, undefined, 140),
})
/** What happens to an order. No height depends on it. */
const states = fc.record({
  status: one('CREATED', 'CONFIRMED', 'PREPARING', 'PREPARING', 'READY'),
  age: one(0.5, 7.5, 12, 130),
  truth: one(undefined, ...TAP_STATUSES),
  action: one<TapView['action']>('confirm', 'preparing', 'ready-for-pickup'),
  reason: one(undefined, ...CONFLICT_REASONS),
  cancellationRequest: one(undefined, undefined, 'waiting', 'denied'),
  alarm: one(undefined, 'new'),
  struck: fc.boolean(),
  recalled: one(undefined, undefined, undefined, true),
})
type Content = typeof contents extends fc.Arbitrary<infer T> ? T : never
type State = typeof states extends fc.Arbitrary<infer T> ? T : never

const ticketOf = (index: number, content: Content, state: State): Ticket => {
  const { status, age, truth, action, reason, struck, ...more } = state
  return ticket(content.displayId, {
    ...content,
    ...more,
    status,
    lane: status === 'CREATED' ? 'new' : status === 'READY' ? 'ready' : 'preparing',
    orderId: `order-${index}`,
    createdAt: minutesAgo(age),
    lines: content.lines.map((each) => ({ ...each, struck })),
    ...(truth === undefined ? {} : { tap: tap(truth, { action, reason, holdUntil: EVENING + 60_000 }) }),
    ...(truth === 'held' ? { actions: [] } : {}),
  })
}

/** Tickets in sight that need another height than their place has, or overlap, and words that the row of a figure cuts. Runs in the page. */
function faults(): readonly string[] {
  const shown = [
    ...document.querySelectorAll<HTMLElement>('.page[data-in-sight] > .ticket[data-form]:not([data-long])'),
  ]
  const found: string[] = []
  const say = (one: HTMLElement, words: string): void => {
    found.push(`${one.dataset.orderId} ${one.dataset.form} ${words}: ${one.textContent}`)
  }
  for (const [index, one] of shown.entries()) {
    const box = one.getBoundingClientRect()
    for (const other of shown.slice(index + 1)) {
      const { left, right, top, bottom } = other.getBoundingClientRect()
      if (left < box.right - 1 && right > box.left + 1 && top < box.bottom - 1 && bottom > box.top + 1)
        say(one, `overlaps ${other.dataset.orderId}`)
    }
    const row = one.querySelector('.figure')?.getBoundingClientRect() ?? box
    const texts = document.createTreeWalker(one.querySelector('.figure') ?? one, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      if (node.parentElement?.closest('.visually-hidden')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { top, right } of range.getClientRects())
        if (top < row.bottom - 6 && right > row.right + 1.5) say(one, `cuts "${node.textContent}"`)
    }
    const body = one.querySelector<HTMLElement>('.body')
    Object.assign(one.style, { height: 'auto', contain: 'none' })
    if (body) body.style.columnFill = 'balance'
    const needed = one.getBoundingClientRect().height
    Object.assign(one.style, { height: `${box.height}px`, contain: '' })
    body?.style.removeProperty('column-fill')
    if (needed > box.height + 1) say(one, `has ${box.height}, needs ${needed}`)
  }
  return found
}

const board = boardForTests()
const STATIONS = [{ name: 'Chapa', keywords: ['x-', 'executivo'] }]
const SIZES = [
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  { width: 1920, height: 1080 },
]
const screens = fc.record({
  size: one(...SIZES),
  settings: fc.record({
    locale: one(...LOCALES),
    readingDistanceCm: one(60, 100, 150),
    bumpBar: fc.boolean(),
    station: one('', '', 'Chapa'),
    role: one('all', 'all', 'pass', 'prep'),
    removalWords: one<Partial<Settings['removalWords']>>({}, { 'pt-BR': ['cebola'] }),
  }),
})
const evenings = fc.record({
  screen: screens,
  count: fc.integer({ min: 1, max: 30 }),
  orders: fc.array(contents, { minLength: 3, maxLength: 12 }),
  changes: fc.array(fc.record({ shift: one(0, 0, 1), states: fc.array(states, { minLength: 1, maxLength: 12 }) }), {
    minLength: 2,
    maxLength: 4,
  }),
})

it('every ticket has the height that it needs, for generated orders and changes of their states', async () => {
  const { page } = await openKitchenView(board, [], {}, SIZES[0])
  let version = 1
  let shown: readonly string[] = []
  const push = async (tickets: readonly Ticket[], more: object = {}) => {
    version += 1
    const removed = shown.slice(tickets.length)
    shown = tickets.map(({ orderId }) => orderId)
    await page.evaluate((delta) => window.harness.push(delta), { version, changed: [...tickets], removed, ...more })
  }
  await fc.assert(
    fc.asyncProperty(evenings, async ({ screen, count, orders, changes }) => {
      await push([], { settings: settingsWith({ ...screen.settings, stations: STATIONS }) })
      await page.setViewportSize(screen.size)
      let shift = 0
      for (const [at, change] of changes.entries()) {
        shift += change.shift
        const tickets = Array.from({ length: count }, (_, index) => {
          const content = orders[(index + shift) % orders.length]
          const state = change.states[index % change.states.length]
          return content && state ? [ticketOf(index, content, state)] : []
        }).flat()
        await push(tickets)
        await atRest(page)
        await page.locator('.pages[data-measured]').waitFor({ state: 'attached' })
        await expect.poll(() => page.evaluate(faults), { message: `board ${at}` }).toEqual([])
      }
    }),
    // Shrinking would take minutes.
    { numRuns: 4, endOnFailure: true },
  )
})
