import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../shared/i18n/languages.ts'
import { LOCALES } from '../../../shared/settings.ts'
import { cancelledTicket, openWithSounds, ringing } from '../../fixtures/board-harness/alarm-window.ts'
import { atEachSize } from '../../fixtures/board-harness/at-each-size.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import type { OpenOptions } from '../../fixtures/board-harness/board-window.ts'
import { EVENING, settingsWith, type snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()

const open = (more: Parameters<typeof snapshotOf>[1] = {}, options?: OpenOptions, hasFrames = false) =>
  openWithSounds(board, more, options, hasFrames)

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
    await expect.poll(() => strip.locator('[data-stop-order]').count()).toBe(12)
    await expect.poll(() => page.getByRole('main').boundingBox()).toEqual(before)
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            [...document.querySelectorAll<HTMLElement>('[data-order-id] button')].filter((button) => {
              const { x, y, width: wide, height: high } = button.getBoundingClientRect()
              const top = document.elementFromPoint(x + wide / 2, y + high / 2)
              // A button of a closed menu has no size.
              const isInWindow = wide > 0 && x >= 0 && x + wide <= innerWidth && y >= 0 && y + high <= innerHeight
              return isInWindow && top !== null && !button.contains(top) && top.closest('.header, .board-top') !== null
            }).length,
        ),
      )
      .toBe(0)
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
        await expect.poll(() => page.getByRole('main').boundingBox()).toEqual(before)
        await eventually(async () => {
          const cut = await page.evaluate(() => {
            const row = document.querySelector('.header-row')?.getBoundingClientRect()
            return [
              ...document.querySelectorAll(
                '.practice-notice, .freshness, .freshness-words span, .header button, .header time',
              ),
            ]
              .filter((part) => part.closest('.announcements') === null)
              .map((part) => part.getBoundingClientRect())
              .filter((box) => !row || box.top < row.top || box.bottom > row.bottom || box.right > row.right + 0.5)
              .length
          })
          expect([trouble, cut]).toEqual([trouble, 0])
        })
      }
      await push([ringing('3', { alarm: undefined })], { removed: ['order-2'] })
      await page.getByTestId('nearest-deadline').waitFor()
      for (const notice of ['storage-full', 'storage-lost', 'storage-newer', 'storage-failing']) {
        await push([], { freshness: { state: 'fresh', checkedAt: EVENING }, notice })
        await page.locator(`.header-notice[data-notice="${notice}"]`).waitFor()
        await expect.poll(() => page.getByRole('main').boundingBox()).toEqual(before)
        await eventually(async () => {
          const isWhole = await page.locator('.header-notice').evaluate((said) => {
            const [box, row] = [said, said.closest('.header-row') ?? said].map((part) => part.getBoundingClientRect())
            return box !== undefined && row !== undefined && box.top >= row.top && box.bottom <= row.bottom
          })
          expect([notice, isWhole]).toEqual([notice, true])
        })
        await expect.poll(() => page.getByTestId('practice-notice').count()).toBe(isPractice ? 1 : 0)
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
        await expect
          .poll(
            () =>
              page.evaluate(() => {
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
              }),
            { message: size },
          )
          .toEqual([])
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
    await expect.poll(() => real.page.getByTestId('practice-notice').count()).toBe(0)
    for (const locale of LOCALES) {
      const { page, push } = await open({ settings: settingsWith({ locale }), isPractice: true }, { width, height })
      await push([ticket('1', { status: 'PREPARING' }), ringing('2', { alarm: undefined })])
      await page.getByTestId('nearest-deadline').waitFor()
      const notice = page.getByTestId('practice-notice')
      await expect.poll(() => notice.textContent()).toBe(LANGUAGES[locale].app.practice)
      await expect.poll(async () => (await row(page))?.height).toBe(height0)
      await eventually(async () => {
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
      })
    }
  })
})
