import { describe, expect, it } from 'vitest'
import { createAppProtocol, SAFE_PAGE_URL } from '../../../electron/shell/app-protocol.ts'
import { createSafePage } from '../../../electron/shell/safe-page.ts'
import type { BoardSnapshot } from '../../../shared/contract/contract.ts'
import { line, snapshotOf, ticket } from '../../fixtures/board-harness/tickets.ts'
import { createRecordingLog } from './fakes.ts'

function safePage() {
  const log = createRecordingLog()
  const made = createSafePage(log)
  const reports: (readonly string[])[] = []
  const shown = (orderIds: readonly string[]) => reports.push(orderIds)
  const serve = createAppProtocol('/nonexistent', made.asset)
  const get = (address: string) => serve(new Request(new URL(address, SAFE_PAGE_URL)))
  const follow = (snapshot: () => BoardSnapshot): void =>
    made.follow({ snapshot, fullTickets: () => snapshot().tickets, shown })
  return { ...made, follow, log, get, reports, text: async () => (await get(SAFE_PAGE_URL)).text() }
}

describe('the served safe page', () => {
  it('comes from memory with its style and sounds, also when the program’s files are deleted', async () => {
    const { get, follow, text } = safePage()
    follow(() => snapshotOf([ticket('4817', { alarm: 'new' })]))
    const page = await text()
    expect(page).toContain('4817')
    for (const [pattern, type] of [
      [/<link rel="stylesheet" href="([^"]+)"/, 'text/css; charset=utf-8'],
      [/<audio src="([^"]+)"/, 'audio/wav'],
    ] as const) {
      const answer = await get(pattern.exec(page)?.[1] ?? 'none')
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
    }
    expect((await get('safe-stale.wav')).status).toBe(404)
  })

  it('reports each order that it shows once, so that its stop rings, and nothing after the work has ended', async () => {
    const { follow, text, reports, freeze } = safePage()
    const tickets = [ticket('1'), ticket('2')]
    follow(() => snapshotOf(tickets))
    await text()
    tickets.push(ticket('3'))
    await text()
    freeze()
    tickets.push(ticket('4'))
    await text()
    expect(reports).toEqual([['order-1', 'order-2'], ['order-3']])
  })

  it('runs no script and navigates nowhere', async () => {
    const { get, text } = safePage()
    const { headers } = await get(SAFE_PAGE_URL)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'none'; style-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(await text()).not.toMatch(/<script|style=|<style|\son\w+=/)
  })

  it('lists an order whose ticket crashed the window with all its text, until the page itself crashes', async () => {
    const log = createRecordingLog()
    const page = createSafePage(log)
    const held = ticket('4817', { lines: [], quarantined: true })
    page.follow({
      shown: () => undefined,
      snapshot: () => snapshotOf([held]),
      fullTickets: () => [ticket('4817', { lines: [line('Veneno')] })],
    })
    const text = (): unknown => page.asset(SAFE_PAGE_URL)?.body
    expect(text()).toContain('Veneno')
    page.recordCrash()
    expect(text()).not.toContain('Veneno')
    expect(text()).toContain('4817')
    page.reset()
    expect(text()).toContain('Veneno')
  })

  it('is served when the board cannot be read', async () => {
    const { follow, text, log } = safePage()
    follow(() => {
      throw new Error('the disk is gone')
    })
    expect(await text()).toContain('data-testid="safe-page"')
    expect(log.events()).toEqual(['safe-page-board'])
  })

  it('is served when the list cannot be drawn', async () => {
    const { follow, text, log } = safePage()
    follow(() => ({ ...snapshotOf([]), tickets: [undefined] }) as unknown as BoardSnapshot)
    expect(await text()).toContain('data-testid="safe-page"')
    expect(log.events()).toEqual(['safe-page-list'])
  })

  it('keeps the last board when the work stops', async () => {
    const { follow, freeze, text, log } = safePage()
    let isClosed = false
    follow(() => {
      if (isClosed) throw new Error('the database is closed')
      return snapshotOf([ticket('4817')])
    })
    freeze()
    isClosed = true
    const page = await text()
    expect(page).toContain('4817')
    expect(page).toContain('O Comanda parou')
    expect(log.events()).toEqual([])
  })
})
