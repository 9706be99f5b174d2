import type { Page } from '@playwright/test'

const BETWEEN_TAPS_MS = 500
/** A tap that was rejected because its ticket had moved is repeated. */
const MAX_TRIES = 10
const STEPS = ['confirm', 'preparing', 'ready-for-pickup', 'delivered']

/**
 * Taps every next step that the board offers, many between two frames, so that tickets move while others are measured.
 */
export const tapEverything = (page: Page): Promise<void> =>
  page.evaluate(
    ({ steps, tries, pause }) => {
      const buttons = steps.map((step) => `main [data-order-id] button[data-action="${step}"]`).join(',')
      let tried = new Map<string, number>()
      setInterval(() => {
        const offered = new Map<string, number>()
        for (const button of document.querySelectorAll<HTMLElement>(buttons)) {
          const order = button.closest<HTMLElement>('[data-order-id]')?.dataset.orderId
          const key = `${order} ${button.dataset.action}`
          const count = tried.get(key) ?? 0
          offered.set(key, count + 1)
          if (count < tries) button.click()
        }
        tried = offered
      }, pause)
    },
    { steps: STEPS, tries: MAX_TRIES, pause: BETWEEN_TAPS_MS },
  )
