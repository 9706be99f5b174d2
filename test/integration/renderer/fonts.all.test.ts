import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { describe, expect, it } from 'vitest'
import { printStyle } from '../../../electron/printing/print-document.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { fontsOf } from '../../fixtures/board-harness/fonts-of.ts'
import { eveningTickets, line, minutesAgo, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { FEATURE_TEXTS } from '../../fixtures/feature-texts.ts'

const FONT_FILES = '**/*.woff2'
const SLOW_MS = 400
/** Longer than the board waits for its fonts. */
const TOO_SLOW_MS = 8_000
const FAMILY = '"Comanda Plain Zero", "Atkinson Hyperlegible Next Variable"'

declare global {
  interface Window {
    /** The state of each font file when the first ticket came into the document. */
    firstTicket?: { readonly fonts: readonly string[] }
  }
}

const board = boardForTests()

/** Runs in the page before its scripts. */
function watchFirstTicket(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.ticket')) return
    window.firstTicket = { fonts: [...document.fonts].map(({ status }) => status) }
    observer.disconnect()
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function openPage(prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const { page } = await board.open(snapshotOf(eveningTickets()), {
    beforeLoad: async (fresh) => {
      await fresh.addInitScript(watchFirstTicket)
      await prepare(fresh)
    },
  })
  return page
}

const delayFonts = (page: Page, ms: number): Promise<unknown> =>
  page.route(FONT_FILES, async (route) => {
    await sleep(ms)
    await route.continue()
  })

describe('the font files', () => {
  it('are loaded before the first ticket is drawn, also on a slow disk', async () => {
    const page = await openPage((fresh) => delayFonts(fresh, SLOW_MS))
    await page.locator('.ticket').first().waitFor()
    await expect.poll(() => page.evaluate(() => window.firstTicket?.fonts)).toEqual(['loaded', 'loaded', 'loaded'])
  })

  it('are requested by the document itself, not only by its style sheet', async () => {
    const page = await openPage(async () => undefined)
    await page.locator('.ticket').first().waitFor()
    await expect
      .poll(() =>
        page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
            .filter(({ name }) => name.endsWith('.woff2'))
            .map(({ initiatorType }) => initiatorType),
        ),
      )
      .toEqual(['link', 'link', 'link'])
  })

  it('keep their names, by which the printed page requests them', async () => {
    const page = await openPage(async () => undefined)
    const built = await page
      .locator('link[rel="preload"][as="font"]')
      .evaluateAll((all) => all.map((one) => new URL((one as HTMLLinkElement).href).pathname))
    const printed = [...printStyle('80mm').matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => path)
    expect(printed.toSorted()).toEqual(built.toSorted())
  })

  it('that cannot be read do not delay the board', async () => {
    const page = await openPage((fresh) => fresh.route(FONT_FILES, (route) => route.abort()))
    await page.locator('.ticket').first().waitFor()
    await expect.poll(() => page.evaluate(() => window.firstTicket?.fonts)).toEqual(['error', 'error', 'error'])
  })

  it('that do not arrive delay the board for a limited time', async () => {
    const page = await openPage((fresh) => delayFonts(fresh, TOO_SLOW_MS))
    await page.locator('.ticket').first().waitFor()
    await expect.poll(() => page.evaluate(() => window.firstTicket?.fonts)).toEqual(['loading', 'loading', 'loading'])
  })
})

/** Widths in px of a text of each digit, in each weight that the style sheets use. Runs in the page. */
function digitWidths(family: string): readonly { readonly weight: string; readonly widths: readonly number[] }[] {
  return ['400', '500', '600', '700', '800'].map((weight) => {
    const probe = document.createElement('span')
    probe.style.fontFamily = family
    probe.style.fontWeight = weight
    probe.style.fontSize = '40px'
    document.body.append(probe)
    const widths = [...'0123456789'].map((digit) => {
      probe.textContent = digit.repeat(10)
      return probe.getBoundingClientRect().width
    })
    probe.remove()
    return { weight, widths }
  })
}

describe('the digits', () => {
  it('have one width in every weight, because the body requests tabular figures', async () => {
    const { page } = await board.open(snapshotOf(eveningTickets()))
    const different = async () =>
      (await page.evaluate(digitWidths, FAMILY)).filter(({ widths }) => new Set(widths).size > 1)
    await expect.poll(different).toEqual([])
  })

  it('are tabular in every element that shows an id, an age or a quantity', async () => {
    const { page } = await board.open(snapshotOf(eveningTickets()))
    await expect
      .poll(() =>
        page
          .locator('.ticket *, header *, button')
          .evaluateAll((all) => [
            ...new Set(
              all
                .filter((element) => /\d/.test(element.textContent ?? ''))
                .map((element) => getComputedStyle(element).fontVariantNumeric),
            ),
          ]),
      )
      .toEqual(['tabular-nums'])
  })
})

describe('a zero', () => {
  it('has its slash in an id, and none in a name, a quantity or a time', async () => {
    const lines = [line('Açaí 500 ml', { quantity: 10 })]
    const { page } = await board.open(
      snapshotOf([ticket('4080', { status: 'PREPARING', createdAt: minutesAgo(20), lines })]),
    )
    const familiesOf = (selector: string) => async () =>
      (await fontsOf(page, selector)).map(({ familyName }) => familyName).toSorted()
    await expect.poll(familiesOf('main [data-order-id] .display-id')).toEqual(['Atkinson Hyperlegible Next'])
    for (const selector of ['main [data-order-id] .line-name', 'main [data-order-id] .pill'])
      await expect.poll(familiesOf(selector)).toContain('Comanda Plain Zero')
  })
})

describe('the texts', () => {
  it('of all languages are drawn only in the font of the app', async () => {
    const { page } = await board.open(snapshotOf([]))
    const texts = JSON.stringify([LANGUAGES, FEATURE_TEXTS])
    const characters = [...new Set(texts)].join('')
    await page.evaluate((content) => {
      const probe = document.createElement('p')
      probe.id = 'probe'
      probe.textContent = content
      document.body.append(probe)
    }, characters)
    const fonts = async () =>
      (await fontsOf(page, '#probe')).map(({ familyName, isCustomFont }) => [familyName, isCustomFont])
    await expect.poll(fonts).toEqual([
      ['Atkinson Hyperlegible Next', true],
      ['Comanda Plain Zero', true],
    ])
  })
})
