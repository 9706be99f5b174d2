import { describe, expect, it } from 'vitest'
import { documentOf, type HistoryDocument } from '../../../electron/station/history-document.ts'
import { LOCALES } from '../../../shared/settings.ts'
import { platformMs } from '../../../shared/time.ts'

const AT = Date.parse('2026-11-20T23:15:00Z')
const HOSTILE = '<script>alert("1")</script>'

const day = (more: Partial<HistoryDocument> = {}): HistoryDocument => ({
  from: AT - 3_600_000,
  exportedAt: AT,
  clock: [],
  locale: 'pt-BR',
  shift: undefined,
  orders: [
    {
      entry: {
        orderId: 'order-1',
        displayId: `4821 ${HOSTILE}`,
        status: 'DELIVERED',
        orderType: 'DELIVERY',
        customerName: 'Marina Albuquerque',
        items: ['2× X-Bacon', HOSTILE],
        recall: 'possible',
        milestones: { receivedAt: AT, acceptedAt: AT + 12_000 },
      },
      timeline: [
        { orderId: 'order-1', at: AT, kind: 'received', detail: 'CREATED' },
        { orderId: 'order-1', at: AT + 12_000, kind: 'tapped', detail: 'confirm' },
        { orderId: 'order-1', at: AT + 13_500, kind: 'something-newer', detail: HOSTILE },
      ],
    },
  ],
  ...more,
})

describe('the exported history', () => {
  it('contains the times since the order was received, and the source of each time', () => {
    const parsed = JSON.parse(
      documentOf('json', day({ clock: [{ at: platformMs(AT + 12_000), source: 'platform', offsetMs: 0 }] })),
    )
    expect(parsed).toMatchObject({ exportedAt: '2026-11-20T23:15:00.000Z' })
    expect(parsed.orders[0].timeline).toEqual([
      { at: '2026-11-20T23:15:00.000Z', source: 'machine', sinceReceivedMs: 0, kind: 'received', detail: 'CREATED' },
      {
        at: '2026-11-20T23:15:12.000Z',
        source: 'platform',
        sinceReceivedMs: 12_000,
        kind: 'tapped',
        detail: 'confirm',
      },
      {
        at: '2026-11-20T23:15:13.500Z',
        source: 'platform',
        sinceReceivedMs: 13_500,
        kind: 'something-newer',
        detail: HOSTILE,
      },
    ])
  })

  it.each(LOCALES)('is a page to print in %s, in which the text of others stays text', (locale) => {
    const page = documentOf('html', day({ locale }))
    expect(page).toContain(`lang="${locale}"`)
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;script&gt;')
    expect(page).toContain("default-src 'none'")
    expect(page).not.toContain('undefined')
  })
})
