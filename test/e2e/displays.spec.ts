import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from './kitchen.ts'

const TOUCH = { id: 1, label: 'Touch', x: 0, y: 0, width: 1366, height: 768 }
const DELL = { id: 2, label: 'Dell', x: 1366, y: 0, width: 1920, height: 1080 }
/** Chromium requires the primary display at the origin. */
const alone = { ...DELL, x: 0 }
const SCREEN_INCHES = 24
const MM_PER_INCH = 25.4

test.use({
  settings: { pollIntervalSeconds: 1, undoSeconds: 0, fullScreen: true, screenInches: SCREEN_INCHES },
  isWholeBrowser: true,
})

/** Real displays are tested manually: docs/verify.md, W14 and L15. */
const ONLY_HOST = { tag: '@host' }

/** A function that changes the displays of the host while it runs. */
async function withDisplays(
  profile: string,
  run: (plug: (...displays: object[]) => void) => Promise<void>,
): Promise<void> {
  const file = join(profile, 'displays.json')
  process.env.ELECTRON_HOST_DISPLAYS = file
  try {
    await run((...displays) => {
      // The file is replaced by a rename, because the host may read it at any time.
      writeFileSync(`${file}.next`, JSON.stringify(displays))
      renameSync(`${file}.next`, file)
    })
  } finally {
    delete process.env.ELECTRON_HOST_DISPLAYS
  }
}

const boardOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    return { isFull: window?.isKiosk(), ...window?.getBounds() }
  })
/** The page's size, and its CSS pixels per millimetre. */
const pageOf = (page: Page) =>
  page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    mm: Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--mm')),
  }))

const mmOf = ({ width, height }: { readonly width: number; readonly height: number }): number =>
  Math.hypot(width, height) / (SCREEN_INCHES * MM_PER_INCH)

test(
  'the board stays on the display that was chosen by name when the display is unplugged, rotated or scaled',
  ONLY_HOST,
  async ({ kitchen }) => {
    await withDisplays(kitchen.profile, async (plug) => {
      plug(TOUCH, DELL)
      const { process: app, page } = await kitchen.open()
      const expectWindowOn = async (on: { x: number; y: number; width: number; height: number }): Promise<void> => {
        const { x, y, width, height } = on
        await expect.poll(() => boardOf(app)).toEqual({ isFull: true, x, y, width, height })
        await expect.poll(async () => (await pageOf(page)).width).toBe(width)
        await expect.poll(async () => (await pageOf(page)).mm).toBeCloseTo(mmOf(on), 1)
      }
      await expectWindowOn(TOUCH)

      await page.getByTestId('open-settings').click()
      await page.locator('[data-part="display"]').getByText('Dell (1920×1080)').click()
      await expectWindowOn(DELL)

      plug(TOUCH)
      await expectWindowOn(TOUCH)
      plug(TOUCH, { ...DELL, id: 7 })
      await expectWindowOn(DELL)

      const turned = { ...DELL, id: 7, width: 1080, height: 1920, rotation: 90 }
      plug(TOUCH, turned)
      await expectWindowOn(turned)
      const scaled = { ...DELL, id: 7, width: 960, height: 540, scaleFactor: 2 }
      plug(TOUCH, scaled)
      await expectWindowOn(scaled)

      await kitchen.close()
      const again = await kitchen.open()
      await expect.poll(() => boardOf(again.process)).toMatchObject({ isFull: true, x: DELL.x, width: scaled.width })
      plug(TOUCH)
      await expect.poll(() => boardOf(again.process)).toMatchObject({ isFull: true, x: 0, width: TOUCH.width })
      await again.page.getByTestId('open-settings').click()
      await expect(again.page.locator('[data-part="display"]')).toContainText('Dell (1920×1080), desconectado')
    })
  },
)

test.describe('in a window', ONLY_HOST, () => {
  // A poll also recomputes sizes, so no poll may happen during the test.
  test.use({ settings: { pollIntervalSeconds: 60, undoSeconds: 0, screenInches: SCREEN_INCHES } })

  test('sizes change with the millimetres of the display to which a window of the same size is moved', async ({
    kitchen,
  }) => {
    await withDisplays(kitchen.profile, async (plug) => {
      const fine = { id: 3, label: 'Fine', x: alone.width, y: 0, width: 3840, height: 2160 }
      plug(alone, fine)
      const { process: app, page } = await kitchen.open()
      await expect.poll(async () => (await pageOf(page)).mm).toBeCloseTo(mmOf(alone), 1)
      const { width } = await pageOf(page)
      await app.evaluate(({ BrowserWindow }, x) => BrowserWindow.getAllWindows()[0]?.setPosition(x, 0), fine.x)
      await expect.poll(async () => (await pageOf(page)).mm).toBeCloseTo(mmOf(fine), 1)
      await expect.poll(async () => (await pageOf(page)).width).toBe(width)
    })
  })
})
