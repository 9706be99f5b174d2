import type { Response } from '@playwright/test'
import { expect, it } from 'vitest'
import { boardForTests } from '../../fixtures/board-harness/board-for-tests.ts'
import { eveningTickets, snapshotOf } from '../../fixtures/board-harness/tickets.ts'
import { eventually } from '../../fixtures/eventually.ts'

const board = boardForTests()

it("the texts of the computer's language are read before the snapshot has come", async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  await board.open(snapshotOf([]), {
    beforeLoad: async (fresh) => {
      fresh.on('request', (request) => {
        if (/\/board-[\w-]+\.js$/u.test(request.url())) resolve(request.url())
      })
      await fresh.addInitScript(() => {
        window.harness.answers['board:snapshot'] = () => new Promise(() => undefined)
      })
    },
  })
  await expect(promise).resolves.toContain('/assets/')
})

it('the code of the start is compiled while it arrives', async () => {
  const scripts: Response[] = []
  const { page } = await board.open(snapshotOf(eveningTickets()), {
    beforeLoad: async (fresh) => {
      fresh.on('response', (response) => {
        if (response.url().endsWith('.js')) scripts.push(response)
      })
    },
  })
  await page.locator('.ticket').first().waitFor()
  await eventually(async () => {
    // Read here: a script that arrives after the test has no page any more.
    const read = await Promise.all(scripts.map(async (script) => [script.url(), await script.text()] as const))
    const hinted = read.filter(([, text]) => text.startsWith('//# allFunctionsCalledOnLoad\n'))
    expect(hinted.map(([url]) => /\/(\w+)-[^/]+\.js$/u.exec(url)?.[1]).toSorted()).toEqual(['index', 'react'])
  })
})
