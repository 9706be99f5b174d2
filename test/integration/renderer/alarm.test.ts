import { describe, expect, it } from 'vitest'
import { cancelledTicket, openWithSounds, QUICK, ringing } from '../../fixtures/board-harness/alarm-window.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { EVENING, settingsWith, type snapshotOf, tap, ticket } from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()

const open = (more: Parameters<typeof snapshotOf>[1] = {}, options?: OpenOptions, hasFrames = false) =>
  openWithSounds(board, more, options, hasFrames)

describe('the board with its alarm', () => {
  it('an order rings after its ticket was painted', async () => {
    const { push, until, calls } = await open({}, undefined, true)
    await push([ringing('1')])
    const [first] = await until(1)
    expect(first?.frames['order-1']).toBeGreaterThanOrEqual(1)
    await expect.poll(() => calls('order:shown')).toEqual([{ orderIds: ['order-1'] }])
    await expect
      .poll(() => calls('order:rang'))
      .toEqual([{ rings: [{ orderId: 'order-1', cause: 'new', stage: 'plain' }] }])
  })

  it('orders of two platforms with one id are reported by their keys', async () => {
    const { push, until, calls } = await open()
    await push([ringing('1'), { ...ringing('2'), orderId: '@2:order-1', platformOrderId: 'order-1' }])
    await until(1)
    await expect
      .poll(async () => JSON.stringify(await calls('order:shown')))
      .toMatch(/"order-1".*"@2:order-1"|"@2:order-1".*"order-1"/)
    await expect.poll(async () => JSON.stringify(await calls('order:rang'))).toContain('"@2:order-1"')
  })

  it('a window whose sound device is gone reports each order that it could not play, and plays with another device', async () => {
    const { page, push, calls } = await open({}, { ownWindow: true })
    await page.evaluate(() => {
      let opened = 0
      // The time of the first one stands, as after its device was removed.
      class FirstDead extends AudioContext {
        constructor() {
          super()
          opened += 1
          if (opened === 1) Object.defineProperty(this, 'currentTime', { value: 7 })
        }
      }
      Object.assign(window, { AudioContext: FirstDead })
    })
    await push([ringing('1')])
    await expect.poll(() => calls('order:unplayed')).toEqual([{ orderIds: ['order-1'] }, { orderIds: ['order-1'] }])
    await expect
      .poll(() => calls('order:rang'))
      .toContainEqual({ rings: [{ orderId: 'order-1', cause: 'new', stage: 'plain' }] })
  })

  it('an order without a ticket on the screen does not ring', async () => {
    const { page, push, expectOnlyRing } = await open()
    await page.evaluate(() => {
      const hide = (): void => {
        for (const name of ['data-ticket', 'data-alarm-order'])
          for (const one of document.querySelectorAll(`[${name}="order-1"]`)) one.removeAttribute(name)
      }
      const observer = new MutationObserver(hide)
      observer.observe(document.body, { subtree: true, childList: true })
      Object.assign(window, { stopHiding: () => observer.disconnect() })
    })
    await push([ringing('1'), ringing('2')])
    await expectOnlyRing('2')
    await page.evaluate(() => {
      Reflect.get(window, 'stopHiding')()
      document.querySelector('article:not([data-ticket])')?.setAttribute('data-ticket', 'order-1')
    })
    await push([ringing('1'), ticket('2')])
    await expectOnlyRing('1')
  })

  it('a cancelled order has a ring and a stop of its own', async () => {
    const { page, push, until, expectNoRingAfter, card, calls } = await open()
    await push([ringing('1', { alarm: undefined }), ticket('2', { status: 'PREPARING' })])
    await push([cancelledTicket('2')])
    const [first] = await until(1)
    await page.getByTestId('stop-strip').getByRole('button', { name: /2/ }).waitFor()
    expect(Math.max(...(first?.hertz ?? []))).toBeLessThan(3_000)
    // A touch of the ticket is not enough: only the button of the stop ends the alarm.
    await card('2').locator('button[data-command="open"]').click()
    await until(2)
    await expectNoRingAfter([
      cancelledTicket('2', { lane: 'done', cancelled: { at: EVENING, acknowledged: true }, alarm: undefined }),
    ])
    await expect.poll(() => page.getByTestId('stop-strip').count()).toBe(0)
    await expect.poll(() => calls('order:quiet-alarm')).toEqual([])
  })

  it.each([
    ['once a second, without an animation of the browser', false, [true, false, true, false]],
    ['not with reduced motion', true, [false, false, false, false]],
  ])('a head flashes %s', async (_how, reducedMotion, looks) => {
    const { page, push, card } = await open({}, { reducedMotion, beforeLoad: (fresh) => fresh.clock.install() })
    await page.clock.runFor(1_000)
    await push([ringing('1')])
    await page.clock.runFor(1_000)
    await card('1').waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    const about = card('1').locator('.head-about')
    const fill = () => about.evaluate((head) => getComputedStyle(head).backgroundColor)
    const dark = await card('1').evaluate((one: HTMLElement) => {
      const lit = one.dataset.lit
      one.dataset.lit = 'false'
      const color = getComputedStyle(one.querySelector('.head-about') ?? one).backgroundColor
      if (lit !== undefined) one.dataset.lit = lit
      return color
    })
    const look = async () => (await fill()) !== dark
    if (await look()) await page.clock.runFor(500)
    for (const expected of looks) {
      await page.clock.runFor(500)
      await expect.poll(look).toBe(expected)
    }
    const endless = () => document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== 1).length
    await expect.poll(() => page.evaluate(endless)).toBe(0)
  })

  it('an undo without an effect is shown as too late', async () => {
    const { page, push, card } = await open()
    await page.evaluate(() => {
      window.harness.answers['tap:undo'] = { ok: false, code: 'too-late', message: '' }
    })
    await push([ticket('1', { createdAt: EVENING, tap: tap('held', { holdUntil: EVENING + 60_000 }), actions: [] })])
    await card('1').getByRole('button', { name: 'Desfazer' }).click()
    await card('1').getByText('Tarde demais').waitFor()
  })

  it('a ringing ticket is looked for after a change, and otherwise each ten seconds', async () => {
    const { page, push, card } = await open(
      {},
      {
        beforeLoad: async (fresh) => {
          await fresh.clock.install()
          // The device's time goes on while the page's clock stands: a ring that is not played changes the header.
          await fresh.addInitScript(() => {
            let readings = 0
            Object.defineProperty(BaseAudioContext.prototype, 'currentTime', { get: () => readings++ })
            Object.defineProperty(BaseAudioContext.prototype, 'state', { get: () => 'running' })
          })
        },
      },
    )
    await page.clock.runFor(1_000)
    await push([ringing('1'), ringing('2')])
    await page.clock.runFor(5_000)
    await card('1').waitFor()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.evaluate(() => {
      const check = Element.prototype.checkVisibility
      const checks: string[] = []
      HTMLElement.prototype.checkVisibility = function (options) {
        checks.push(this.dataset.orderId ?? '')
        return check.call(this, options)
      }
      Object.assign(window, { checks })
    })
    const checks = () => page.evaluate(() => Reflect.get(window, 'checks').length)
    await page.clock.runFor(30_000)
    // Some words of the header change in this time. A check each second would be sixty.
    await expect.poll(checks).toSatisfy((count: number) => count > 0 && count < 20)
    await page.evaluate(() => Reflect.get(window, 'checks').splice(0))
    await card('1').locator('button[data-command="open"]').click()
    await page.clock.runFor(2_000)
    await expect.poll(checks).toBeGreaterThan(0)
  })
})

describe('the stop of a cancelled order', () => {
  const crowd = Array.from({ length: 24 }, (_, at) => ticket(`8${at}`, { status: 'PREPARING' }))

  it('is visible to the cook from each lane and in each state of the board, behind pages of other tickets', async () => {
    const { page, push, calls, card } = await open()
    await push(crowd)
    for (const [at, [lane, state]] of (
      [
        ['scheduled', 'fresh'],
        ['new', 'offline'],
        ['preparing', 'stale'],
        ['ready', 'offline'],
        ['done', 'fresh'],
      ] as const
    ).entries()) {
      const cancelled = cancelledTicket(`${at}`, { lane })
      await push([cancelled], { freshness: { state, checkedAt: EVENING } })
      await page.locator(`[data-stop-order="${cancelled.orderId}"]`).click()
      const button = card(`${at}`).locator('button[data-action="acknowledge"]')
      const isInWindow = () =>
        button.evaluate((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect()
          return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
        })
      await expect.poll(isInWindow, { message: lane }).toBe(true)
      await button.click()
      await expect
        .poll(async () => (await calls('order:acknowledge-cancellation')).at(-1))
        .toEqual({ orderId: cancelled.orderId })
      await push([{ ...cancelled, lane: 'done', cancelled: { at: EVENING, acknowledged: true }, alarm: undefined }])
    }
  })
})

describe('the alarm', () => {
  it('ends for an order whose ticket is touched, and reports the kind of touch', async () => {
    const { push, until, calls, card } = await open()
    await push([ringing('1'), ringing('2')])
    await until(1)
    await card('1').locator('button[data-command="open"]').click()
    await expect.poll(() => calls('order:quiet-alarm')).toEqual([{ orderId: 'order-1', how: 'opened' }])
    await card('2').locator('button[data-action="confirm"]').click()
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-2', action: 'confirm' }])
    await expect.poll(() => calls('order:quiet-alarm')).toHaveLength(1)
  })

  it('has sounds between 2 and 3 kHz that differ from each other', async () => {
    const { page, sounds, until } = await open()
    await page.getByTestId('open-sound').click()
    for (const sound of ['new', 'cancelled', 'late', 'stale']) await page.locator(`[data-sound="${sound}"]`).click()
    const patterns = (await until(4)).map(({ hertz }) => hertz.filter((one) => one !== 440))
    expect(new Set(patterns.map((pattern) => pattern.join())).size).toBe(4)
    expect(patterns.flat().every((hertz) => hertz >= 2_000 && hertz <= 3_000)).toBe(true)
    await expect.poll(() => sounds()).toHaveLength(4)
  })

  it('plays nothing in quiet hours, and the header shows this', async () => {
    const quietHours = { enabled: true, from: '20:00', to: '21:00' }
    const settings = settingsWith({ alarm: { ...QUICK.alarm, quietHours } })
    const { page, push, sounds } = await open({ settings }, { ownWindow: true })
    await page.clock.install()
    await push([ringing('1')])
    const button = page.locator('[data-testid="open-sound"][data-state="quiet"]')
    await button.waitFor()
    await page.clock.runFor(60_000)
    // The first sound is one that a person plays.
    await button.click()
    await page.locator('[data-sound="late"]').click()
    await expect.poll(() => sounds()).toHaveLength(1)
  })
})

describe('the bar of a stop', () => {
  it.each([
    [1366, 768],
    [1920, 1080],
  ])('shows the order and the reason without a cut, at %d×%d', async (width, height) => {
    const { page, push } = await open({}, { width, height })
    const cancelled = { reason: 'Cliente desistiu da compra', at: EVENING, acknowledged: false }
    await push([cancelledTicket('4817', { cancelled })])
    const strip = page.getByTestId('stop-strip')
    await strip.getByText(cancelled.reason).waitFor()
    await expect
      .poll(() =>
        strip.evaluate((bar) => {
          const frame = bar.getBoundingClientRect()
          return [...bar.querySelectorAll<HTMLElement>('strong, .stop-bar-about > *, button')].flatMap((part) => {
            const { top, bottom, left, right } = part.getBoundingClientRect()
            const isInside = top >= frame.top && bottom <= frame.bottom && left >= frame.left && right <= frame.right
            return isInside && part.scrollWidth <= part.clientWidth + 1 ? [] : [part.textContent]
          })
        }),
      )
      .toEqual([])
  })

  it('is not cut when the board is read from 200 cm', async () => {
    const settings = { ...QUICK, readingDistanceCm: 200, screenInches: 15.6 }
    const { page, push } = await open({ settings }, { width: 1366, height: 768 })
    await push([ticket('1', { status: 'PREPARING' }), cancelledTicket('4817', { lane: 'new' })])
    const strip = page.getByTestId('stop-strip')
    await strip.getByRole('button').last().waitFor()
    await expect
      .poll(() =>
        strip.evaluate((bar) => {
          const frame = bar.getBoundingClientRect()
          return [...bar.querySelectorAll<HTMLElement>('strong, .stop-bar-about > :first-child, button')].flatMap(
            (part) => {
              const { top, bottom } = part.getBoundingClientRect()
              return top >= frame.top && bottom <= frame.bottom ? [] : [part.textContent]
            },
          )
        }),
      )
      .toEqual([])
  })
})
