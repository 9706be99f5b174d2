import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { settingsWith, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const board = boardForTests()

/** A board at `now` by the platform's clock, with an order that was placed ten minutes ago and is promised in an hour. */
async function open(now: number, timezoneId: string) {
  const one = ticket('1', {
    status: 'PREPARING',
    createdAt: now - 10 * MINUTE_MS,
    dueAt: now + HOUR_MS,
  })
  const parts = { settings: settingsWith({ locale: 'pt-BR' }), freshness: { state: 'fresh', checkedAt: now } } as const
  const { page } = await board.open(snapshotOf([one], { ...parts, clock: { platformNow: now, skewMs: 0 } }), {
    timezoneId,
  })
  const card = page.locator('[data-order-id="order-1"]')
  // The promised time is in the opened ticket.
  await card.locator('[data-command="open"]').click()
  let version = 1
  /** Applies a change to the board. */
  const push = (platformNow: number, changed: readonly Ticket[] = []) => {
    version += 1
    return page.evaluate((delta) => window.harness.push(delta), {
      version,
      changed: [...changed],
      removed: [],
      clock: { platformNow, skewMs: 0 },
      freshness: { state: 'fresh', checkedAt: platformNow } as const,
    })
  }
  return {
    page,
    push,
    age: async () => ((await card.locator('.figure .pill').textContent()) ?? '').replaceAll('\u00a0', ' '),
    due: async () => ((await card.textContent()) ?? '').match(/Para (\d\d:\d\d)/)?.[1],
    clock: () => page.locator('.header-time').textContent(),
    /** Advances the platform's clock. */
    goTo: (platformNow: number) => push(platformNow),
  }
}

describe('times on a ticket are right', () => {
  it.each([
    ['over midnight', '2026-11-19T23:50:00-03:00', 'America/Sao_Paulo', '00:50', '00:10'],
    [
      'in the night in which the clocks are set back',
      '2026-11-01T01:50:00-04:00',
      'America/New_York',
      '01:50',
      '01:10',
    ],
    [
      'in the night in which the clocks are set forward',
      '2026-03-08T01:50:00-05:00',
      'America/New_York',
      '03:50',
      '03:10',
    ],
  ])('%s', async (_when, instant, zone, due, wallClock) => {
    const now = Date.parse(instant)
    const board = await open(now, zone)
    await expect.poll(board.age).toMatch(/^10 min/)
    await expect.poll(() => board.due()).toBe(due)
    await board.goTo(now + 20 * MINUTE_MS)
    await expect.poll(board.age).toMatch(/^30 min/)
    await expect.poll(() => board.due()).toBe(due)
    await expect.poll(() => board.clock()).toBe(wallClock)
  })

  it.each([2, -2])('when this computer is set to another time: %i h', async (hours) => {
    const now = Date.parse('2026-11-19T20:00:00-03:00')
    const board = await open(now, 'America/Sao_Paulo')
    await expect.poll(board.age).toMatch(/^10 min/)
    await board.page.evaluate((stepMs) => {
      const real = Date.now.bind(Date)
      Date.now = () => real() + stepMs
    }, hours * HOUR_MS)
    await board.goTo(now + MINUTE_MS)
    await expect.poll(() => board.age()).toMatch(/^11 min/)
    await expect.poll(() => board.clock()).toBe('20:01')
    await expect.poll(() => board.page.getByTestId('freshness').getAttribute('data-state')).toBe('fresh')
  })

  it('after a person has changed the time zone of the computer', async () => {
    const board = await open(Date.parse('2026-11-19T20:00:00-03:00'), 'system')
    const system = await board.page.context().newCDPSession(board.page)
    for (const [zone, due, wallClock] of [
      ['America/Sao_Paulo', '21:00', '20:00'],
      ['America/Manaus', '20:00', '19:00'],
    ] as const) {
      await system.send('Emulation.setTimezoneOverride', { timezoneId: zone })
      await expect.poll(board.due).toBe(due)
      await expect.poll(board.clock).toBe(wallClock)
    }
    await system.detach()
  })
})

describe('the nearest deadline in the header', () => {
  it('is amber in the last two minutes and red after them, and not before', async () => {
    const now = Date.parse('2026-11-19T20:00:00-03:00')
    const { page, push } = await open(now, 'America/Sao_Paulo')
    const confirmBy = now + 8 * MINUTE_MS
    const deadline = page.getByTestId('nearest-deadline')
    const shown = async () => {
      const [red = 0, green = 0] = await deadline.evaluate((one) =>
        (getComputedStyle(one).backgroundColor.match(/\d+/g) ?? []).map(Number),
      )
      const color = red < 150 ? 'neither' : green < 60 ? 'red' : 'amber'
      return `${await deadline.getAttribute('data-urgency')}, ${color}`
    }
    await push(now, [
      ticket('2', { createdAt: now, confirmBy }),
      ticket('3', { createdAt: now, confirmBy: confirmBy + 10 * MINUTE_MS }),
    ])
    await deadline.waitFor()
    await expect.poll(() => shown()).toBe('calm, neither')
    // The clock of the page goes on while the test runs.
    await push(confirmBy - 2.9 * MINUTE_MS)
    await expect.poll(() => deadline.textContent()).toMatch(/2:\d\d$/)
    await expect.poll(() => shown()).toBe('calm, neither')
    await push(confirmBy - 2 * MINUTE_MS)
    await expect.poll(shown).toBe('warn, amber')
    await expect.poll(() => deadline.textContent()).toMatch(/(2:00|1:\d\d)$/)
    await push(confirmBy)
    await expect.poll(shown).toBe('late, red')
  })
})
