import { describe, expect, it } from 'vitest'
import type { BoardDelta } from '../../../shared/contract.ts'
import { LANGUAGES } from '../../../shared/i18n/languages.ts'
import { DEFAULT_SETTINGS, LOCALES } from '../../../shared/settings.ts'
import type { Ticket } from '../../../shared/ticket.ts'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { EVENING, settingsWith, snapshotOf, tap, ticket } from '../../fixtures/board-harness/tickets.ts'

/** Shorter than the settings allow, so that a test gets several rings. Two sounds must not overlap. */
const INTERVAL_MS = 1_700
const QUICK = settingsWith({
  alarm: { ...DEFAULT_SETTINGS.alarm, intervalSeconds: INTERVAL_MS / 1_000, escalateSeconds: 3 },
})
/** The longest time between the decision to ring and the start of the sound: an audio context needs time to start. */
const STARTING_MS = 400
const CHECK_INTERVAL_MS = 50

const board = boardForTests()

/** A sound that was started, recorded from the page's own audio. */
type Sound = {
  readonly at: number
  readonly hertz: readonly number[]
  /** For each order in the document: the animation frames since its ticket was added. */
  readonly frames: Readonly<Record<string, number>>
}

/**
 * Runs in the page: counts the oscillators that start, and with `hasFrames` the frames for which each ticket has been
 * in the document. With this count a frame is drawn sixty times a second.
 */
function listenIn(hasFrames: boolean): void {
  const sounds: Sound[] = []
  const since = new Map<string, number>()
  let frame = 0
  const count = (): void => {
    frame += 1
    for (const element of document.querySelectorAll<HTMLElement>('[data-order-id]')) {
      const id = element.dataset.orderId ?? ''
      if (!since.has(id)) since.set(id, frame)
    }
    requestAnimationFrame(count)
  }
  if (hasFrames) requestAnimationFrame(count)
  const tones = new WeakMap<AudioParam, number[]>()
  const setValue = AudioParam.prototype.setValueAtTime
  AudioParam.prototype.setValueAtTime = function (value, at) {
    tones.set(this, [...(tones.get(this) ?? []), value])
    return setValue.call(this, value, at)
  }
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (when) {
    const frames = Object.fromEntries([...since].map(([id, first]) => [id, frame - first]))
    sounds.push({ at: performance.now(), hertz: tones.get(this.frequency) ?? [], frames })
    start.call(this, when)
  }
  Object.assign(window, { sounds })
}

async function open(more: Parameters<typeof snapshotOf>[1] = {}, options?: OpenOptions, hasFrames = false) {
  const { page, pageErrors } = await board.open(snapshotOf([], { settings: QUICK, ...more }), options)
  await page.evaluate(listenIn, hasFrames)
  let version = 1
  const push = (changed: readonly Ticket[], parts: Partial<BoardDelta> = {}) => {
    version += 1
    return page.evaluate((delta) => window.harness.push(delta), {
      version,
      changed: [...changed],
      removed: [],
      ...parts,
    })
  }
  const sounds = (): Promise<readonly Sound[]> => page.evaluate(() => Reflect.get(window, 'sounds'))
  const calls = (name: string) =>
    page.evaluate(
      (wanted) => window.harness.calls.filter((call) => call.name === wanted).map((call) => call.args),
      name,
    )
  /** Waits until this number of sounds was started. */
  const until = async (count: number): Promise<readonly Sound[]> => {
    await page.waitForFunction((wanted) => Reflect.get(window, 'sounds').length >= wanted, count, {
      timeout: 15_000,
      // Not at each frame, because a test waits here for seconds.
      polling: CHECK_INTERVAL_MS,
    })
    return sounds()
  }
  /**
   * Pushes a message. Expects that no later decision starts a ring. A ring that was already decided may still start.
   */
  const expectNoRingAfter = async (...parts: Parameters<typeof push>): Promise<void> => {
    await push(...parts)
    const pushedAt = await page.evaluate(() => performance.now())
    await page.waitForTimeout(2 * INTERVAL_MS + STARTING_MS)
    expect((await sounds()).filter(({ at }) => at > pushedAt + STARTING_MS)).toEqual([])
  }
  const card = (displayId: string) => page.locator(`[data-order-id="order-${displayId}"]`)
  return { page, pageErrors, push, sounds, until, expectNoRingAfter, calls, card }
}

const ringing = (displayId: string, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, { createdAt: EVENING, confirmBy: EVENING + 480_000, alarm: 'new', ...more })
const cancelledTicket = (displayId: string, more: Partial<Ticket> = {}): Ticket =>
  ticket(displayId, {
    status: 'CANCELLED',
    lane: 'preparing',
    actions: [],
    cancelled: { at: EVENING, acknowledged: false },
    alarm: 'cancelled',
    ...more,
  })

describe('the board with its alarm', () => {
  it('an order rings after its ticket was painted', async () => {
    const { push, until, calls } = await open({}, undefined, true)
    await push([ringing('1')])
    const [first] = await until(1)
    expect(first?.frames['order-1']).toBeGreaterThanOrEqual(1)
    expect(await calls('order:shown')).toEqual([{ orderIds: ['order-1'] }])
    expect(await calls('order:rang')).toEqual([{ rings: [{ orderId: 'order-1', cause: 'new', stage: 'plain' }] }])
  })

  it('an order without a ticket on the screen does not ring', async () => {
    const { page, push, sounds, until } = await open()
    await page.evaluate(() => {
      const hide = (): void => {
        for (const one of document.querySelectorAll('[data-order-id], [data-alarm-order]'))
          one.removeAttribute('data-order-id')
        for (const one of document.querySelectorAll('[data-alarm-order]')) one.removeAttribute('data-alarm-order')
      }
      const observer = new MutationObserver(hide)
      observer.observe(document.body, { subtree: true, childList: true })
      Object.assign(window, { stopHiding: () => observer.disconnect() })
    })
    await push([ringing('1')])
    await page.waitForTimeout(2_000)
    expect(await sounds()).toEqual([])
    await page.evaluate(() => {
      Reflect.get(window, 'stopHiding')()
      document.querySelector('article')?.setAttribute('data-order-id', 'order-1')
    })
    await until(1)
  })

  it('the ring ends when the order is accepted elsewhere', async () => {
    const { push, until, expectNoRingAfter } = await open()
    await push([ringing('1')])
    const before = await until(3)
    expect((before[2]?.at ?? 0) - (before[1]?.at ?? 0)).toBeGreaterThan(INTERVAL_MS - STARTING_MS)
    await expectNoRingAfter([ticket('1', { status: 'CONFIRMED' })])
  })

  it('a cancelled order is not counted in the totals', async () => {
    const { page, push } = await open()
    await push([ticket('1', { status: 'PREPARING' }), ticket('2', { status: 'PREPARING' })])
    await page.getByTestId('all-day-toggle').click()
    await page.locator('[data-item="X-Salada"][data-quantity="2"]').waitFor()
    await push([cancelledTicket('2')])
    await page.locator('[data-item="X-Salada"][data-quantity="1"]').waitFor()
  })

  it('a cancelled order has a ring and a stop of its own', async () => {
    const { page, push, until, expectNoRingAfter, card, calls } = await open()
    await push([ringing('1', { alarm: undefined }), ticket('2', { status: 'PREPARING' })])
    await push([cancelledTicket('2')])
    const [first] = await until(1)
    await page.getByTestId('stop-strip').getByRole('button', { name: /2/ }).waitFor()
    expect(Math.max(...(first?.hertz ?? []))).toBeLessThan(3_000)
    // A touch of the ticket is not enough: only the button of the stop ends the alarm.
    await card('2').locator('h3').click()
    await until(2)
    await expectNoRingAfter([
      cancelledTicket('2', { lane: 'done', cancelled: { at: EVENING, acknowledged: true }, alarm: undefined }),
    ])
    expect(await page.getByTestId('stop-strip').count()).toBe(0)
    expect(await calls('order:quiet-alarm')).toEqual([])
  })

  it('old data is not shown as up to date: the badge changes and a sound plays without a further message of the main process', async () => {
    const { page, until, push, sounds } = await open()
    await page.evaluate(() => {
      const seen: [state: string, words: string][] = []
      const badge = document.querySelector<HTMLElement>('[data-testid="freshness"]')
      const note = (): void => {
        const state = badge?.dataset.state ?? ''
        if (seen.at(-1)?.[0] !== state) seen.push([state, badge?.textContent ?? ''])
      }
      const changes = { subtree: true, attributes: true, childList: true, characterData: true }
      if (badge) new MutationObserver(note).observe(badge, changes)
      Object.assign(window, { badgeStates: seen })
    })
    // Sets the last check to the present, because opening the window may have taken long.
    const moment = {
      clock: { platformNow: EVENING, skewMs: 0 },
      freshness: { state: 'fresh', checkedAt: EVENING, pollIntervalMs: 2_000 },
    } as const
    await push([], moment)
    await page.locator('[data-testid="freshness"][data-state="stale"]').waitFor()
    const seen: readonly (readonly string[])[] = await page.evaluate(() => Reflect.get(window, 'badgeStates'))
    expect(seen.slice(-3).map(([state]) => state)).toEqual(['fresh', 'late', 'stale'])
    expect(seen.at(-1)?.[1]).toMatch(/A loja pode ser fechada em 4:5\d/)
    const [first] = await until(1)
    expect(new Set(first?.hertz)).toEqual(new Set([2_100]))
    await page.getByTestId('silence-stale').click()
    await page.getByTestId('silence-stale').waitFor({ state: 'detached' })
    expect(await page.getByTestId('freshness').getAttribute('data-state')).toBe('stale')
    await push([], moment)
    await page.locator('[data-testid="freshness"][data-state="fresh"]').waitFor()
    expect(await sounds()).toHaveLength(1)
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

  it("no time is negative or wrong by hours when the computer's clock is wrong", async () => {
    const { page, push, card } = await open({ clock: { platformNow: EVENING, skewMs: 7_200_000 } })
    await push([ringing('1', { createdAt: EVENING + 30_000 })])
    await card('1').waitFor()
    const words = `${await card('1').textContent()} ${await page.getByTestId('freshness').textContent()}`
    expect(words).not.toMatch(/-\s?\d/)
    expect(words).not.toMatch(/\d\s*h\b/)
  })
})

describe('the stop of a cancelled order', () => {
  const crowd = Array.from({ length: 24 }, (_, at) => ticket(`8${at}`, { status: 'PREPARING' }))

  it.each([
    ['scheduled', 'fresh'],
    ['new', 'offline'],
    ['preparing', 'stale'],
    ['ready', 'offline'],
    ['done', 'fresh'],
  ] as const)(
    'is visible to the cook from the lane %s while the board is %s, behind pages of other tickets',
    async (lane, state) => {
      const { page, push, until, calls, card } = await open({ freshness: { state, checkedAt: EVENING } })
      await push(crowd)
      await push([cancelledTicket('1', { lane })])
      await until(1)
      expect((await calls('order:rang'))[0]).toEqual({
        rings: [{ orderId: 'order-1', cause: 'cancelled', stage: 'plain' }],
      })
      await page.locator('[data-stop-order="order-1"]').click()
      const button = card('1').locator('button[data-action="acknowledge"]')
      await page.waitForFunction(() => {
        const one = document.querySelector('[data-order-id="order-1"] button[data-action="acknowledge"]')
        const { left, right, top, bottom } = one?.getBoundingClientRect() ?? new DOMRect(-1, -1)
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
      })
      await button.click()
      expect(await calls('order:acknowledge-cancellation')).toEqual([{ orderId: 'order-1' }])
    },
  )
})

describe('the alarm', () => {
  it('ends for an order whose ticket is touched, and reports the kind of touch', async () => {
    const { push, until, calls, card } = await open()
    await push([ringing('1'), ringing('2')])
    await until(1)
    await card('1').locator('button[data-command="open"]').click()
    expect(await calls('order:quiet-alarm')).toEqual([{ orderId: 'order-1', how: 'opened' }])
    await card('2').locator('button[data-action="confirm"]').click()
    await expect.poll(() => calls('order:act')).toEqual([{ orderId: 'order-2', action: 'confirm' }])
    expect(await calls('order:quiet-alarm')).toHaveLength(1)
  })

  it('can be silenced for each order separately', async () => {
    const { page, push, until, calls } = await open()
    await push([ringing('1'), ringing('2')])
    await until(1)
    await page.getByTestId('open-sound').click()
    await page.locator('[data-silence="order-2"]').click()
    expect(await calls('order:quiet-alarm')).toEqual([{ orderId: 'order-2', how: 'silenced' }])
    await page.evaluate(() => {
      window.harness.answers['order:quiet-alarm'] = { ok: false, code: 'storage', message: '' }
    })
    await page.locator('[data-silence="order-1"]').click()
    await page.getByTestId('sound-dialog').getByRole('alert').getByText('Nada foi enviado').waitFor()
  })

  it('becomes longer when no ticket is touched', async () => {
    const { push, until, calls } = await open()
    await push([ringing('1')])
    const sounds = await until(3)
    const rings = (await calls('order:rang')).flatMap((one) => Reflect.get(Object(one), 'rings'))
    expect(rings.slice(0, 3).map(({ stage }) => stage)).toEqual(['plain', 'plain', 'long'])
    expect(sounds[2]?.hertz.length).toBe(2 * (sounds[0]?.hertz.length ?? 0))
  })

  it('has sounds between 2 and 3 kHz that differ from each other', async () => {
    const { page, sounds, until } = await open()
    await page.getByTestId('open-sound').click()
    for (const sound of ['new', 'cancelled', 'late', 'stale']) await page.locator(`[data-sound="${sound}"]`).click()
    const patterns = (await until(4)).map(({ hertz }) => hertz.filter((one) => one !== 440))
    expect(new Set(patterns.map((pattern) => pattern.join())).size).toBe(4)
    expect(patterns.flat().every((hertz) => hertz >= 2_000 && hertz <= 3_000)).toBe(true)
    expect(await sounds()).toHaveLength(4)
  })

  it('is tested at the start of a shift, and the result reaches the main process', async () => {
    const { page, calls, push } = await open({ soundTestedAt: EVENING - 86_400_000 })
    await page.locator('[data-testid="open-sound"][data-state="due"]').click()
    await page.getByTestId('sound-dialog').getByRole('button', { name: 'Ouvi bem' }).click()
    expect(await calls('sound:tested')).toEqual([{ heard: true }])
    await push([], { soundTestedAt: EVENING })
    await page.keyboard.press('Escape')
    await page.locator('[data-testid="open-sound"][data-state="well"]').waitFor()
  })

  it('plays nothing in quiet hours, and the header shows this', async () => {
    const quietHours = { enabled: true, from: '20:00', to: '21:00' }
    const { page, push, sounds } = await open({ settings: settingsWith({ alarm: { ...QUICK.alarm, quietHours } }) })
    await push([ringing('1')])
    await page.locator('[data-testid="open-sound"][data-state="quiet"]').waitFor()
    await page.waitForTimeout(2_500)
    expect(await sounds()).toEqual([])
  })

  it('is set in the dialog of its sounds', async () => {
    const { page, calls } = await open()
    await page.getByTestId('open-sound').click()
    const dialog = page.getByTestId('sound-dialog')
    await dialog.getByText('100 %').click()
    await dialog.getByText('Ligado', { exact: true }).click()
    expect(await calls('settings:change')).toEqual([
      { alarm: { volume: 100 } },
      { alarm: { quietHours: { enabled: true, from: '23:00', to: '06:00' } } },
    ])
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
    const cut = await strip.evaluate((bar) => {
      const frame = bar.getBoundingClientRect()
      return [...bar.querySelectorAll<HTMLElement>('strong, .stop-bar-about > bdi, button')].flatMap((part) => {
        const { top, bottom, left, right } = part.getBoundingClientRect()
        const isInside = top >= frame.top && bottom <= frame.bottom && left >= frame.left && right <= frame.right
        return isInside && part.scrollWidth <= part.clientWidth + 1 ? [] : [part.textContent]
      })
    })
    expect(cut).toEqual([])
  })

  it('is not cut when the board is read from 200 cm, and a card keeps its contrast', async () => {
    const settings = { ...QUICK, readingDistanceCm: 200, screenInches: 15.6 }
    const { page, push, card } = await open({ settings }, { width: 1366, height: 768 })
    await push([ticket('1', { status: 'PREPARING' }), cancelledTicket('4817', { lane: 'new' })])
    const strip = page.getByTestId('stop-strip')
    await strip.getByRole('button').last().waitFor()
    const cut = await strip.evaluate((bar) => {
      const frame = bar.getBoundingClientRect()
      return [...bar.querySelectorAll<HTMLElement>('strong, .stop-bar-about > *, button')].flatMap((part) => {
        const { top, bottom } = part.getBoundingClientRect()
        return top >= frame.top && bottom <= frame.bottom ? [] : [part.textContent]
      })
    })
    expect(cut).toEqual([])
    const colours = await card('4817')
      .locator('.card-name, .card-summary')
      .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))])
    expect(colours).toHaveLength(1)
  })
})

describe('the header', () => {
  it.each([
    [1366, 768],
    [1920, 1080],
  ])('shows every cancelled order at %d×%d, moves no ticket and covers no button', async (width, height) => {
    const { page, push, card } = await open({}, { width, height })
    await push([ticket('1', { status: 'PREPARING' }), ...Array.from({ length: 12 }, (_, at) => ticket(`9${at}`))])
    await card('1').waitFor()
    await atRest(page)
    const before = await page.getByRole('main').boundingBox()
    await push(
      Array.from({ length: 12 }, (_, at) => cancelledTicket(`9${at}`, { lane: 'new' })),
      { clock: { platformNow: EVENING, skewMs: 60_000 }, notice: 'clock-skew' },
    )
    const strip = page.getByTestId('stop-strip')
    await strip.waitFor()
    expect(await strip.locator('[data-stop-order]').count()).toBe(12)
    expect(await page.getByRole('main').boundingBox()).toEqual(before)
    const covered = await page.evaluate(
      () =>
        [...document.querySelectorAll<HTMLElement>('[data-order-id] button')].filter((button) => {
          const { x, y, width: wide, height: high } = button.getBoundingClientRect()
          const top = document.elementFromPoint(x + wide / 2, y + high / 2)
          // A button of a closed menu has no size.
          const isInWindow = wide > 0 && x >= 0 && x + wide <= innerWidth && y >= 0 && y + high <= innerHeight
          return isInWindow && top !== null && !button.contains(top) && top.closest('.header, .board-top') !== null
        }).length,
    )
    expect(covered).toBe(0)
  })

  it.each([
    [1280, 800, 'pt-BR', false],
    [1366, 768, 'pt-BR', false],
    [1920, 1080, 'pt-BR', false],
    [1366, 768, 'pt-BR', true],
    [1366, 768, 'en', true],
    [1366, 768, 'es', true],
    [1280, 800, 'pt-BR', true],
    [1920, 1080, 'es', true],
  ] as const)(
    'has one row at %d×%d in %s (practice: %s) when it shows a failure, and no word is cut',
    async (width, height, locale, isPractice) => {
      const { page, push, card } = await open({ settings: settingsWith({ locale }), isPractice }, { width, height })
      await push([ticket('1', { status: 'PREPARING' }), cancelledTicket('2', { lane: 'new' })])
      await card('1').waitFor()
      await atRest(page)
      const before = await page.getByRole('main').boundingBox()
      const troubles = ['network', 'keychain-failing', 'credential-in-use', 'storage'] as const
      for (const trouble of troubles) {
        await push([], {
          freshness: { state: 'offline', trouble, checkedAt: EVENING - 160_000, storeRiskAt: EVENING + 140_000 },
        })
        await page.locator(`[data-testid="freshness"][data-trouble="${trouble}"]`).waitFor()
        expect(await page.getByRole('main').boundingBox()).toEqual(before)
        const cut = await page.evaluate(() => {
          const row = document.querySelector('.header-row')?.getBoundingClientRect()
          return [
            ...document.querySelectorAll(
              '.practice-notice, .freshness, .freshness-words span, .header button, .header time',
            ),
          ]
            .filter((part) => part.closest('.announcements') === null)
            .map((part) => part.getBoundingClientRect())
            .filter((box) => !row || box.top < row.top || box.bottom > row.bottom || box.right > row.right + 0.5).length
        })
        expect([trouble, cut]).toEqual([trouble, 0])
      }
      await push([ringing('3', { alarm: undefined })], { removed: ['order-2'] })
      await page.getByTestId('nearest-deadline').waitFor()
      for (const notice of ['storage-full', 'storage-lost', 'storage-newer', 'storage-failing']) {
        await push([], { freshness: { state: 'fresh', checkedAt: EVENING }, notice })
        await page.locator(`.header-notice[data-notice="${notice}"]`).waitFor()
        expect(await page.getByRole('main').boundingBox()).toEqual(before)
        const isWhole = await page.locator('.header-notice').evaluate((said) => {
          const [box, row] = [said, said.closest('.header-row') ?? said].map((part) => part.getBoundingClientRect())
          return box !== undefined && row !== undefined && box.top >= row.top && box.bottom <= row.bottom
        })
        expect([notice, isWhole]).toEqual([notice, true])
        expect(await page.getByTestId('practice-notice').count()).toBe(isPractice ? 1 : 0)
      }
    },
  )

  it.each(LOCALES)(
    'shows in %s in one row that the board is old and which new orders are out of sight, also on narrow screens',
    async (locale) => {
      const { page, push } = await open({ settings: settingsWith({ locale }) }, { width: 1024, height: 768 })
      const numbers = Array.from({ length: 40 }, (_, index) => `${index + 1}`)
      await push([...numbers, '9'.repeat(40)].map((displayId) => ringing(displayId)))
      await push([], {
        freshness: {
          state: 'offline',
          trouble: 'network',
          checkedAt: EVENING - 1_200_000,
          storeRiskAt: EVENING + 200_000,
        },
      })
      await page.locator('[data-testid="freshness"][data-trouble="network"]').waitFor()
      await page.locator('.announcement-chip').first().waitFor()
      const sizes = [
        { width: 1024, height: 768 },
        { width: 1080, height: 1920 },
        { width: 1280, height: 800 },
        { width: 1366, height: 768 },
      ]
      await atEachSize(page, sizes, async (size) => {
        const faults = await page.evaluate(() => {
          const row = document.querySelector('.header-row')?.getBoundingClientRect() ?? new DOMRect()
          const words = document.querySelector('.freshness-words')?.getBoundingClientRect() ?? new DOMRect()
          const tall = [
            ...document.querySelectorAll(
              '.freshness, .freshness-state strong, .announcements, .announcement-chips, .announcement-more',
            ),
          ].filter((part) => {
            const { top, bottom } = part.getBoundingClientRect()
            return top < row.top - 0.5 || bottom > row.bottom + 0.5
          })
          const wide = [...document.querySelectorAll('.freshness-state strong')].filter(
            (part) => part.getBoundingClientRect().right > words.right + 0.5,
          )
          const chip = document.querySelector('.announcement-chip')
          const { left, top, width, height } = chip?.getBoundingClientRect() ?? new DOMRect()
          const isHidden =
            chip !== null && !chip.contains(document.elementFromPoint(left + width / 2, top + height / 2))
          return [...tall, ...wide, ...(isHidden ? [chip] : [])].map((part) => part?.textContent)
        })
        expect(faults, size).toEqual([])
      })
    },
  )

  it.each([
    [1024, 768],
    [1366, 768],
  ])('states at %d×%d that the orders are not real, in a row of the same height', async (width, height) => {
    const real = await open({}, { width, height })
    const row = (page: typeof real.page) => page.locator('.header').boundingBox()
    const height0 = (await row(real.page))?.height
    expect(await real.page.getByTestId('practice-notice').count()).toBe(0)
    for (const locale of LOCALES) {
      const { page, push } = await open({ settings: settingsWith({ locale }), isPractice: true }, { width, height })
      await push([ticket('1', { status: 'PREPARING' }), ringing('2', { alarm: undefined })])
      await page.getByTestId('nearest-deadline').waitFor()
      const notice = page.getByTestId('practice-notice')
      expect(await notice.textContent()).toBe(LANGUAGES[locale].app.practice)
      expect((await row(page))?.height).toBe(height0)
      const outside = await page.evaluate(() => {
        const frame = document.querySelector('.header-row')?.getBoundingClientRect()
        return [...document.querySelectorAll('.practice-notice, .freshness, .header button, .header time')].flatMap(
          (part) => {
            const { top, bottom, left, right } = part.getBoundingClientRect()
            const isInside =
              frame !== undefined &&
              top >= frame.top &&
              bottom <= frame.bottom &&
              left >= frame.left &&
              right <= frame.right + 0.5
            return isInside && part.scrollWidth <= part.clientWidth + 1 ? [] : [part.textContent]
          },
        )
      })
      expect([locale, outside]).toEqual([locale, []])
    }
  })
})
