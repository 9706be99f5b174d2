import type { Page } from '@playwright/test'
import { chance, pick, type Random } from '../../electron/practice/platform/randomness.ts'

type Spot = { readonly x: number; readonly y: number; readonly place: 'dialog' | 'ticket' | 'board' }

/** Staff usually finish a dialog before they touch the board again, and touch tickets more than the board's other buttons. */
const PREFERENCE = 0.8

/** Clicks a random button of the board or of its dialogs that nothing covers. Returns false when there is none. */
export async function tapAnything(page: Page, random: Random): Promise<boolean> {
  const spots = await page.evaluate(() => {
    const buttons = 'main button, [role=dialog] button, [role=menuitem], [role=option], [role=radio]'
    return [...document.querySelectorAll<HTMLElement>(buttons)].flatMap((button) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      const middle = { x: x + width / 2, y: y + height / 2 }
      const top = width === 0 ? null : document.elementFromPoint(middle.x, middle.y)
      if (top === null || !button.contains(top)) return []
      const place = button.closest('[role=dialog]') ? 'dialog' : button.closest('[data-order-id]') ? 'ticket' : 'board'
      return [{ ...middle, place } satisfies Spot]
    })
  })
  const preferred = (['dialog', 'ticket'] as const)
    .map((place) => spots.filter((spot) => spot.place === place))
    .find((some) => some.length > 0 && chance(random, PREFERENCE))
  const [first, ...rest] = preferred ?? spots
  if (first === undefined) return false
  const { x, y } = pick(random, [first, ...rest])
  await page.mouse.click(x, y)
  return true
}
