import type { Page } from '@playwright/test'
import type { BoardSnapshot, Bridge } from '../../shared/contract/contract.ts'
import type { WatchedPlatform } from './watched-platform.ts'

/** The board of the main process, and the statuses that the window has painted, by order id. */
export type PaintedBoard = { readonly snapshot: BoardSnapshot; readonly painted: ReadonlyMap<string, string> }

export async function lookAt(page: Page): Promise<PaintedBoard> {
  const { snapshot, painted } = await page.evaluate(async () => {
    const { call } = Reflect.get(window, 'comanda') as Bridge
    const answer = await call['board:snapshot'](null)
    if (!answer.ok) throw new Error(`no board: ${answer.code}`)
    const tickets = [...document.querySelectorAll<HTMLElement>('main [data-order-id][data-status]')]
    return {
      snapshot: answer.value,
      painted: tickets.map(({ dataset }) => [dataset.orderId ?? '', dataset.status ?? ''] as const),
    }
  })
  return { snapshot, painted: new Map(painted) }
}

/**
 * Checks that each shown status is one that the platform has had, and that it never goes backwards, over all starts of the
 * app. The window paints later than the main process knows, so each of the two is compared with itself.
 */
export function watchShownStatuses(platform: WatchedPlatform, violations: string[]) {
  const latest = { main: new Map<string, number>(), window: new Map<string, number>() }
  let checks = 0

  const check = (by: keyof typeof latest, orderId: string, status: string): void => {
    checks += 1
    const order = platform.order(orderId)
    if (order === undefined) {
      violations.push(`the ${by} shows ${orderId}, which the platform does not have`)
      return
    }
    // Not read yet.
    if (status === '') return
    if (status === 'CANCELLED') {
      if (!order.cancelled) violations.push(`the ${by} shows ${orderId} as cancelled, and it is ${order.status}`)
      return
    }
    const step = order.history.findLastIndex((one) => one.status === status)
    const before = latest[by].get(orderId) ?? 0
    if (step === -1) violations.push(`the ${by} shows ${orderId} as ${status}, which it never was`)
    else if (step < before)
      violations.push(`the ${by} shows ${orderId} as ${status} after ${order.history[before]?.status}`)
    latest[by].set(orderId, Math.max(step, before))
  }

  return {
    checks: () => checks,
    check({ snapshot, painted }: PaintedBoard): void {
      for (const { orderId, status } of snapshot.tickets) check('main', orderId, status)
      for (const [orderId, status] of painted) check('window', orderId, status)
    },
  }
}
