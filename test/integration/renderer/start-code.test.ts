import { expect, it } from 'vitest'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { eveningTickets, snapshotOf } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

declare global {
  interface Window {
    /** The limit of the stack trace of each error that React created while its code was loaded. */
    limitsOfReact?: readonly unknown[]
  }
}

const board = boardForTests()

/** Runs in the page before its scripts. */
function watchErrors(): void {
  const limits: unknown[] = []
  window.limitsOfReact = limits
  window.Error = new Proxy(Error, {
    apply(target, self, args: readonly unknown[]) {
      if (String(args[0]).includes('React')) limits.push(Reflect.get(target, 'stackTraceLimit'))
      return Reflect.apply(target, self, args)
    },
  })
}

it('the code of the start is compiled while it arrives, and React is not parsed again for stack traces', async () => {
  const files: Promise<readonly [string, string]>[] = []
  const { page } = await board.open(snapshotOf(eveningTickets()), {
    beforeLoad: async (fresh) => {
      await fresh.addInitScript(watchErrors)
      fresh.on('response', (response) => {
        const { pathname } = new URL(response.url())
        if (pathname.endsWith('.js')) files.push(response.text().then((text) => [pathname, text] as const))
      })
    },
  })
  await page.locator('.ticket').first().waitFor()
  await eventually(async () => {
    const hinted = (await Promise.all(files)).filter(([, text]) => text.startsWith('//# allFunctionsCalledOnLoad\n'))
    expect(hinted.map(([path]) => path)).toEqual([expect.stringMatching(/\/index-[\w-]+\.js$/u)])
  })
  await eventually(async () => {
    const limits = await page.evaluate(() => window.limitsOfReact ?? [])
    expect(limits.length).toBeGreaterThan(0)
    expect(new Set(limits)).toEqual(new Set([0]))
  })
  await expect.poll(() => page.evaluate(() => Reflect.get(Error, 'stackTraceLimit'))).toBe(10)
})
