import { afterEach, describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { startVirtualKitchen, type VirtualKitchen, type VirtualKitchenOptions } from '../../fixtures/virtual-kitchen.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DELIVERY = { orderType: 'DELIVERY', orderTiming: 'INSTANT' } as const

let kitchen: VirtualKitchen
afterEach(() => kitchen.end())
const start = (options?: VirtualKitchenOptions): void => {
  kitchen = startVirtualKitchen(options)
}
const tapStatusOf = (orderId: string): string | undefined => kitchen.ticket(orderId)?.tap?.truth

describe('a tap under faults', () => {
  it('an accepted tap without effect ends, also when the program starts offline with its clock set to 1970', async () => {
    start()
    const { id } = kitchen.platform.place(DELIVERY)
    await kitchen.advance(2 * SECOND)
    kitchen.intercept((path) => (path.endsWith('/confirm') ? new Response(null, { status: 202 }) : undefined))
    kitchen.tap(id, 'confirm')
    await kitchen.advance(2 * SECOND)
    expect(tapStatusOf(id)).toBe('sent')
    kitchen.crash()
    kitchen.intercept(undefined)
    kitchen.setMachineAhead(-kitchen.clock.now())
    kitchen.network('down')
    kitchen.start()
    await kitchen.advance(MINUTE)
    kitchen.network('up')
    await kitchen.advance(5 * MINUTE)
    expect(kitchen.ticket(id)).toMatchObject({ status: 'CONFIRMED', tap: { truth: 'confirmed' } })
  })

  it.each(
    (['deny', 'accept', 'silent'] as const).flatMap((answer) =>
      (['crash', 'fault of the network'] as const).map((fault) => [fault, answer] as const),
    ),
  )(
    'a request to cancel whose answer was lost in a %s is sent once, with the later answer: %s',
    async (fault, answer) => {
      // The platform decides at different times after the return, because a repetition would be a second request. A
      // platform that never answers needs only one round.
      const lastMs = answer === 'silent' ? 50 : 2_000
      for (let delayMs = 50; delayMs <= lastMs; delayMs += 450) {
        start({ platform: { cancellation: { answer, delayMs } } })
        const { id } = kitchen.platform.place(DELIVERY)
        await kitchen.advance(2 * SECOND)
        kitchen.tap(id, 'requestCancellation')
        while (kitchen.platform.requestLog.postsFor(id, 'requestCancellation').length === 0) await kitchen.advance(1)
        if (fault === 'crash') {
          kitchen.crash()
          kitchen.start()
        } else {
          kitchen.network('down')
          await kitchen.advance(70)
          kitchen.network('up')
        }
        await kitchen.advance(3 * MINUTE)
        expect(kitchen.platform.requestLog.postsFor(id, 'requestCancellation')).toHaveLength(1)
        expect(kitchen.ticket(id)?.tap).toMatchObject(
          {
            deny: { truth: 'conflict', reason: 'cancellation-denied' },
            accept: { truth: 'confirmed' },
            silent: { truth: 'sent' },
          }[answer],
        )
        await kitchen.end()
      }
    },
  )

  it('an order that is refused or has to wait does not delay another order', async () => {
    start()
    const ids = Array.from({ length: 9 }, () => kitchen.platform.place(DELIVERY).id)
    await kitchen.advance(2 * SECOND)
    const [stuck = '', refused = '', ...others] = ids
    kitchen.platform.fault({ routes: ['confirm'], orderId: stuck, effect: { kind: 'hang' } })
    kitchen.platform.fault({ routes: ['confirm'], orderId: refused, effect: { kind: 'status', status: 403 } })
    for (const id of ids) kitchen.tap(id, 'confirm')
    await kitchen.advance(5 * SECOND)
    for (const id of others) expect(tapStatusOf(id)).toBe('confirmed')
    expect(kitchen.ticket(refused)?.tap).toMatchObject({ truth: 'conflict', reason: 'forbidden' })
    expect(tapStatusOf(stuck)).toBe('queued')
  })
})

describe('hours without a network', () => {
  const WITHIN_MS = 30 * SECOND
  /** Real time, on a machine that also runs other tests. */
  const TIME_LIMIT_MS = 10 * MINUTE

  it.each([
    [8, 200, 90, 'reported by the operating system', 'down', true],
    [1, 40, 18, 'not reported by the operating system', 'down', false],
    [1, 40, 18, 'calls without answers', 'black-hole', false],
  ] as const)(
    '%i h, %i taps of %i orders, %s: events first, obsolete taps dropped with their reason, the others sent in order',
    { timeout: TIME_LIMIT_MS },
    async (hours, taps, orders, _n, how, isSeen) => {
      start({ latencyMs: [20, 120], platform: { redeliverAfterMs: 0 } })
      const { platform } = kitchen
      const ids = Array.from({ length: orders }, () => platform.place(DELIVERY).id)
      await kitchen.advance(40 * SECOND)
      kitchen.network(how)
      if (isSeen) kitchen.setOnline(false)

      await kitchen.advance(0.75 * hours * HOUR)

      // Some orders get two or three taps.
      const made: { readonly id: string; readonly action: 'confirm' | 'preparing' | 'ready-for-pickup' }[] = []
      const steps = ['confirm', 'preparing', 'ready-for-pickup'] as const
      for (const action of steps) {
        for (const id of ids) {
          if (made.length >= taps) break
          expect(kitchen.tap(id, action)).toMatchObject({ ok: true })
          made.push({ id, action })
          await kitchen.advance((0.25 * hours * HOUR) / taps)
        }
      }
      expect(made).toHaveLength(taps)
      expect(kitchen.core().snapshot().unsettledTaps).toBe(taps)
      const cancelled = ids.filter((_, index) => index % 7 === 3)
      for (const id of cancelled) platform.cancel(id, 'CUSTOMER', 'Esperou demais')
      const moved = ids.filter((_, index) => index % 7 === 5)
      for (const id of moved) platform.model.move(id, 'confirm')
      const before = platform.requestLog.entries().length

      kitchen.network('up')
      kitchen.setOnline(true)
      const backAt = kitchen.clock.now()
      while (kitchen.core().snapshot().unsettledTaps > 0 && kitchen.clock.now() < backAt + 5 * MINUTE) {
        await kitchen.advance(250)
      }
      const tookMs = kitchen.clock.now() - backAt
      console.log(
        `${taps} taps of ${orders} orders after ${hours} hours (${_n}): all settled ${tookMs} ms after the return`,
      )
      expect(tookMs).toBeLessThanOrEqual(WITHIN_MS)

      const since = platform.requestLog.entries().slice(before)
      const firstPost = since.findIndex(({ action }) => action !== undefined)
      const firstPoll = since.findIndex(({ route, status }) => route === 'poll' && status !== undefined && status < 300)
      expect(firstPoll).toBeGreaterThanOrEqual(0)
      expect(firstPoll).toBeLessThan(firstPost)
      for (const id of ids) {
        const posts = since.filter((entry) => entry.orderId === id && entry.action !== undefined)
        const actions = posts.map(({ action }) => action)
        const ticket: Ticket | undefined = kitchen.ticket(id)
        if (cancelled.includes(id)) {
          expect(actions).toEqual([])
          expect(ticket).toMatchObject({ status: 'CANCELLED', tap: { truth: 'conflict', reason: 'order-cancelled' } })
          continue
        }
        const wanted = made.filter((tap) => tap.id === id).map(({ action }) => action)
        expect(actions).toEqual(moved.includes(id) ? wanted.slice(1) : wanted)
        expect(posts.every(({ applied }) => applied)).toBe(true)
        expect(ticket?.tap?.truth).toBe('confirmed')
        expect(ticket?.status).toBe(platform.order(id)?.status)
      }
      expect(platform.requestLog.violations()).toEqual([])
      // The core polls immediately after the outbox was drained, so the results are known.
      await kitchen.advance(6 * SECOND)
      const lastPost = platform.requestLog.entries().findLast(({ action }) => action !== undefined)
      const pollsAfter = platform.requestLog.requestsTo('poll').filter(({ seq }) => seq > (lastPost?.seq ?? 0))
      expect(pollsAfter.length).toBeGreaterThanOrEqual(1)
    },
  )
})
