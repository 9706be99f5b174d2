import { describe, expect, it } from 'vitest'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { EVENING, settingsWith, snapshotOf, tap, ticket } from '../../fixtures/board-harness/tickets.ts'

const board = boardForTests()
const SIZE = { width: 1366, height: 768 }

const held = ticket('1', {
  status: 'CONFIRMED',
  actions: [],
  tap: tap('held', { action: 'preparing', holdUntil: EVENING + 60_000 }),
})
const undone = ticket('1', { status: 'CONFIRMED', actions: ['preparing', 'ready-for-pickup', 'requestCancellation'] })
const sent = ticket('1', {
  status: 'CONFIRMED',
  actions: ['ready-for-pickup', 'requestCancellation'],
  tap: tap('queued', { action: 'preparing' }),
})

async function openHeld() {
  const { page } = await board.open(snapshotOf([held], { settings: settingsWith({}) }), SIZE)
  const ticketOf = page.locator('main [data-order-id="order-1"]')
  const calls = (name: string) =>
    page.evaluate((wanted) => window.harness.calls.filter((call) => call.name === wanted).length, name)
  const middleOf = async (command: string) => {
    const box = await ticketOf.locator(`button[data-command="${command}"]`).boundingBox()
    if (!box) throw new Error(`no button ${command}`)
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  let version = 1
  /**
   * Shows the other state and clicks the same place in the same turn, like a finger that already moves to the button.
   */
  const replaceUnderFinger = (next: Ticket, [x, y]: readonly [number, number]) => {
    version += 1
    return page.evaluate(
      async ({ delta, at }) => {
        await window.harness.push(delta)
        const wanted = '[data-order-id="order-1"] button[data-action]'
        while (document.querySelector(wanted) === null) await new Promise(requestAnimationFrame)
        const button = document.elementFromPoint(at[0], at[1])?.closest<HTMLElement>('button')
        button?.click()
        return button?.dataset.action
      },
      { delta: { version, changed: [next], removed: [] }, at: [x, y] as [number, number] },
    )
  }
  return { ticketOf, calls, middleOf, replaceUnderFinger }
}

describe('a finger that moves to a held tap', () => {
  it.each([
    ['undo', 'its time to undo ends', sent, 'ready-for-pickup'],
    ['undo', 'it was undone by the first touch', undone, 'preparing'],
  ] as const)('taps no step of the order: %s, when %s', async (command, _, next, under) => {
    const { calls, middleOf, replaceUnderFinger, ticketOf } = await openHeld()
    const place = await middleOf(command)
    await expect(replaceUnderFinger(next, place)).resolves.toBe(under)
    // Playwright waits until the button is enabled again.
    await ticketOf.locator('button.act-primary').click()
    await expect.poll(() => calls('order:act')).toBe(1)
  })
})
