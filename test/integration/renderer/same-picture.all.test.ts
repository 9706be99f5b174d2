import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { BoardSnapshot } from '../../../shared/contract/contract.ts'
import type { Locale } from '../../../shared/contract/settings.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import { atRest } from '../../fixtures/board-harness/at-rest.ts'
import type {} from '../../fixtures/board-harness/build-once.ts'
import { fontsOf } from '../../fixtures/board-harness/fonts-of.ts'
import { cutOrOverlapping } from '../../fixtures/board-harness/geometry.ts'
import { type ServedBoard, serveBoard } from '../../fixtures/board-harness/served-board.ts'
import {
  eveningTickets,
  line,
  settingsWith,
  snapshotOf,
  ticket,
  troubledTickets,
} from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { restrictToFont, type SystemFont } from '../../fixtures/system-fonts.ts'

const FAMILIES: readonly SystemFont[] = ['DejaVu Sans', 'Liberation Sans']
type Size = { readonly width: number; readonly height: number }
const SMALL: Size = { width: 1366, height: 768 }
const LARGE: Size = { width: 1920, height: 1080 }
/** The name that Chromium reports is the name in the font's file. */
const NAME_IN_FILE: Readonly<Record<SystemFont, string>> = { 'DejaVu Sans': 'DejaVu Sans', 'Liberation Sans': 'Arimo' }
const LIMIT_MS = 600_000

const runsFontconfig = process.platform === 'linux'
if (!runsFontconfig) console.warn('NOT RUN: the same picture with other system fonts, which needs fontconfig (Linux)')

const root = resolve(import.meta.dirname, '../../../.cache', `same-picture-${randomUUID()}`)
const boards = new Map<SystemFont, ServedBoard>()

beforeAll(async () => {
  if (!runsFontconfig) return
  for (const family of FAMILIES) {
    boards.set(family, await serveBoard(inject('boardFolder'), restrictToFont(family, join(root, family))))
  }
}, LIMIT_MS)
afterAll(async () => {
  for (const board of boards.values()) await board.close()
  await rm(root, { recursive: true, force: true })
})

/** Stops the page's clock, so that ages do not change between two pictures. Runs in the page before its scripts. */
function stopClock(): void {
  performance.now = () => 0
}

async function opened(family: SystemFont, snapshot: BoardSnapshot, size: Size): Promise<Page> {
  const board = boards.get(family)
  if (board === undefined) throw new Error(`No board with ${family}`)
  const { page } = await board.open(snapshot, {
    ...size,
    reducedMotion: true,
    beforeLoad: (fresh) => fresh.addInitScript(stopClock).then(() => undefined),
  })
  await page.locator('[data-testid="freshness"]').waitFor()
  return page
}

/** Place and size of everything on the page, in px. */
const boxes = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return `${element.tagName} ${element.className} ${x} ${y} ${width} ${height}`
      })
      .join('\n'),
  )

const picture = (page: Page): Promise<Buffer> => page.screenshot({ animations: 'disabled', caret: 'hide' })

/** Saves both pictures when they differ, so that a person can compare them. */
function expectSamePicture(name: string, [one, other]: readonly Buffer[]): void {
  if (one === undefined || other === undefined) throw new Error('Two pictures are compared')
  if (one.equals(other)) return
  const folder = resolve(import.meta.dirname, '../../../reports')
  mkdirSync(folder, { recursive: true })
  for (const [index, content] of [one, other].entries()) writeFileSync(join(folder, `${name}-${index}.png`), content)
  expect.fail(`The picture "${name}" differs between system fonts: reports/${name}-0.png, reports/${name}-1.png`)
}

/** Widths in px of a text in the system's font and in the app's. Runs in the page. */
function widths(): { readonly system: number; readonly app: number } {
  const measure = (family: string): number => {
    const probe = document.createElement('span')
    probe.style.font = `700 40px ${family}`
    probe.textContent = 'Pedido 0689 Il1 ção'
    document.body.append(probe)
    const { width } = probe.getBoundingClientRect()
    probe.remove()
    return width
  }
  return { system: measure('sans-serif'), app: measure('var(--font)') }
}

type Case = {
  readonly name: string
  readonly size: Size
  readonly snapshot: BoardSnapshot
  readonly prepare?: (page: Page) => Promise<void>
}

describe.runIf(runsFontconfig)('a system with only DejaVu and one with only Liberation', () => {
  const everything = () => [...eveningTickets(), ...troubledTickets()]

  it(
    'differ in their own font, and not in the font of the app',
    async () => {
      await eventually(async () => {
        const [dejaVu, liberation] = await Promise.all(
          FAMILIES.map(async (family) =>
            (await opened(family, snapshotOf([]), { width: 800, height: 600 })).evaluate(widths),
          ),
        )
        expect(dejaVu?.system).not.toBe(liberation?.system)
        expect(dejaVu?.app).toBe(liberation?.app)
      })
    },
    LIMIT_MS,
  )

  const boardIn = (locale: Locale) => snapshotOf(everything(), { settings: settingsWith({ locale }) })
  const cases: readonly Case[] = [
    // Each language and each size once.
    ...LOCALES.map((locale) => ({ name: `board-1366-${locale}`, size: SMALL, snapshot: boardIn(locale) })),
    { name: 'board-1920-pt-BR', size: LARGE, snapshot: boardIn('pt-BR') },
    {
      name: 'counter',
      size: SMALL,
      snapshot: snapshotOf(everything(), { settings: settingsWith({ view: 'counter' }) }),
    },
    {
      name: 'settings',
      size: SMALL,
      // A cancelled order takes the place of the header, with the button of the settings.
      snapshot: snapshotOf(eveningTickets()),
      prepare: async (page) => {
        await page.getByTestId('open-settings').click()
        await page.locator('[data-section="screen"]').click()
      },
    },
  ]

  it.each(cases)(
    'show the same pixels: $name',
    async ({ name, size, snapshot, prepare }) => {
      const pages = await Promise.all(
        FAMILIES.map(async (family) => {
          const page = await opened(family, snapshot, size)
          await prepare?.(page)
          await atRest(page)
          if (!prepare) await expect.poll(() => page.evaluate(cutOrOverlapping)).toEqual([])
          return page
        }),
      )
      await eventually(async () => {
        const [one, other] = await Promise.all(pages.map(boxes))
        expect(one).toBe(other)
        expectSamePicture(name, await Promise.all(pages.map(picture)))
      })
      for (const page of pages) await page.context().close()
    },
    LIMIT_MS,
  )

  it.each(FAMILIES)(
    'draw other scripts in their own font beside the font of the app: %s',
    async (family) => {
      const mixed = ticket('1', { lines: [line('Pão крем')] })
      const page = await opened(family, snapshotOf([mixed]), SMALL)
      await page
        .getByText('Pão крем')
        .first()
        .evaluate((element) => element.setAttribute('data-probe', ''))
      const fonts = await fontsOf(page, '[data-probe]')
      expect(fonts.filter(({ isCustomFont }) => isCustomFont).map(({ familyName }) => familyName)).toEqual([
        'Atkinson Hyperlegible Next',
      ])
      expect(fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName)).toEqual([
        NAME_IN_FILE[family],
      ])
    },
    LIMIT_MS,
  )
})
