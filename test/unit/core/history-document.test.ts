import { beforeEach, describe, expect, it } from 'vitest'
import { documentOf, type HistoryDocument } from '../../../electron/core/history-document.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import { platformMs } from '../../../shared/time/time.ts'

/** A local time of this computer, so that the printed time is the same in every time zone. */
const AT = new Date(2026, 10, 20, 20, 15, 30).getTime()

const day = (more: Partial<HistoryDocument> = {}): HistoryDocument => ({
  from: AT - 3_600_000,
  exportedAt: AT + 60_000,
  clock: [{ at: platformMs(AT + 12_345), source: 'platform', offsetMs: 0 }],
  locale: 'en',
  shift: {
    from: AT - 3_600_000,
    until: AT + 3_600_000,
    orders: 12,
    cancelled: 3,
    onTime: { kept: 1, promised: 2 },
    hours: [],
    dishes: [],
    channels: [],
  },
  orders: [
    {
      entry: {
        orderId: 'order-1',
        displayId: `A&B "4'<script>`,
        status: 'DELIVERED',
        orderType: 'DELIVERY',
        customerName: 'Marina',
        items: ['2× X-Bacon', 'Tea & cake'],
        recall: 'possible',
        milestones: { receivedAt: AT, acceptedAt: AT + 12_000 },
      },
      timeline: [
        { at: AT, kind: 'shown' },
        { at: AT + 12_345, kind: 'unknown-kind', detail: '1 > 0' },
      ],
    },
    {
      entry: {
        orderId: '@2:order-2',
        platformOrderId: 'order-2',
        displayId: '77',
        connection: 'Keeta <1>',
        channel: 'APP',
        status: 'ON_THE_GRILL',
        orderType: 'TAKEOUT',
        items: [],
        recall: 'no',
        milestones: { receivedAt: AT },
      },
      timeline: [],
    },
  ],
  ...more,
})

describe('the day as a document', () => {
  let page: string
  beforeEach(() => {
    page = documentOf('html', day())
  })
  const clockTime = (at: number) => new Intl.DateTimeFormat('en', { timeStyle: 'medium' }).format(at)

  it.each(LOCALES)('is a page to print in %s, in which the text of others stays text', (locale) => {
    const page = documentOf('html', day({ locale }))
    expect(page).toContain(`lang="${locale}"`)
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;script&gt;')
    expect(page).toContain("default-src 'none'")
    expect(page).not.toContain('undefined')
  })

  it('names the platform of an order where there are several, and an order by its id there', () => {
    expect(page).toContain('<h2><bdi>77</bdi> · ON_THE_GRILL · <bdi>Keeta &lt;1&gt;</bdi> · <bdi>APP</bdi></h2>')
    const { orders } = JSON.parse(documentOf('json', day()))
    expect(orders[1]).toMatchObject({ orderId: 'order-2', connection: 'Keeta <1>' })
    expect(orders[1]).not.toHaveProperty('platformOrderId')
    expect(orders[0]).toMatchObject({ orderId: 'order-1' })
  })

  it('names the platforms that it lacks, as a page and as data', () => {
    const { shift } = day()
    const incomplete = day({ shift: shift && { ...shift, missing: ['Keeta <1>', 'Rua'] } })
    expect(documentOf('html', incomplete)).toContain(
      '<p><b>The orders of Keeta &lt;1&gt;, Rua cannot be read now: they are missing here.</b></p>',
    )
    expect(JSON.parse(documentOf('json', incomplete))).toMatchObject({ missing: ['Keeta <1>', 'Rua'] })
    expect(page).not.toContain('cannot be read')
    expect(JSON.parse(documentOf('json', day()))).not.toHaveProperty('missing')
  })

  it('begins with the day and the figures as on the screen, which a document of one order lacks', () => {
    const date = new Intl.DateTimeFormat('en', { dateStyle: 'full' }).format(day().from)
    expect(page).toContain(`<h1>Comanda · ${date}</h1><h2>End of shift</h2>`)
    expect(page).toContain('<p><b>50 %</b>on time<br>1 of 2 with a promised time</p>')
    expect(page).toContain('<p><b>12</b>orders<br></p>')
    expect(documentOf('html', day({ shift: undefined }))).not.toContain('End of shift')
  })

  it('of one order is its sheet: an owner’s words, who tapped, then all times with their clock', () => {
    const [order] = day().orders
    if (order === undefined) throw new Error('no order')
    const { entry } = order
    const sheet = documentOf(
      'html',
      day({
        shift: undefined,
        orders: [
          {
            entry: { ...entry, channel: 'iFood', promisedAt: AT + 60_000 },
            timeline: [
              { at: AT, kind: 'received', detail: 'CREATED' },
              { at: AT + 12_000, kind: 'tapped', detail: 'confirm', by: 'Counter & bar' },
              { at: AT + 12_345, kind: 'line-struck', detail: '2× X-Bacon' },
            ],
          },
        ],
      }),
    )
    expect(sheet).toContain('<b><bdi>Accepted at Counter &amp; bar</bdi></b></td><td><bdi>in 0:12</bdi>')
    expect(sheet).toContain('iFood')
    expect(sheet).toMatch(/<td>Item struck<\/td><td><bdi>2× X-Bacon<\/bdi><\/td><td>platform’s clock<\/td>/)
    expect(sheet).toMatch(/Counter &amp; bar<\/bdi><\/td><td>this computer’s clock<\/td>/)
    expect(sheet).not.toContain('Marina')
  })

  it('contains each order with its items and its timeline in words', () => {
    expect(page).toContain('<section><h2><bdi>A&amp;B &quot;4&#39;&lt;script&gt;</bdi> · ')
    expect(page).not.toContain('· DELIVERED<')
    expect(page).toContain('<p><bdi>2× X-Bacon, Tea &amp; cake</bdi></p><table><tr>')
    const rows = page.match(/<tr>.*?<\/tr>/g) ?? []
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(
      new RegExp(
        `^<tr><td>${clockTime(AT)}</td><td>\\+0 s</td><td>[^<]+</td><td><bdi></bdi></td><td>this computer’s clock</td></tr>$`,
      ),
    )
    expect(rows[0]).not.toContain('<td>shown</td>')
    expect(rows[1]).toBe(
      `<tr><td>${clockTime(AT + 12_345)}</td><td>+12.3 s</td><td>unknown-kind</td><td><bdi>1 &gt; 0</bdi></td><td>platform’s clock</td></tr>`,
    )
    expect(page).toContain('</tr></table></section><section>')
    expect(page).toContain(
      '<section><h2><bdi>77</bdi> · ON_THE_GRILL · <bdi>Keeta &lt;1&gt;</bdi> · <bdi>APP</bdi></h2><p><bdi></bdi></p><table></table></section></div><p>',
    )
  })
})

it('the exported day has the figures and orders of the screen and the source of each time, without customers and buttons', () => {
  const text = documentOf('json', day())
  expect(text.endsWith('}\n')).toBe(true)
  expect(text).toContain('\n  "businessDayFrom"')
  expect(JSON.parse(text)).toEqual({
    businessDayFrom: new Date(AT - 3_600_000).toISOString(),
    exportedAt: new Date(AT + 60_000).toISOString(),
    shift: day().shift,
    orders: [
      {
        orderId: 'order-1',
        displayId: `A&B "4'<script>`,
        status: 'DELIVERED',
        orderType: 'DELIVERY',
        items: ['2× X-Bacon', 'Tea & cake'],
        milestones: { receivedAt: AT, acceptedAt: AT + 12_000 },
        timeline: [
          { at: new Date(AT).toISOString(), source: 'machine', sinceReceivedMs: 0, kind: 'shown' },
          {
            at: new Date(AT + 12_345).toISOString(),
            source: 'platform',
            sinceReceivedMs: 12_345,
            kind: 'unknown-kind',
            detail: '1 > 0',
          },
        ],
      },
      {
        orderId: 'order-2',
        displayId: '77',
        connection: 'Keeta <1>',
        channel: 'APP',
        status: 'ON_THE_GRILL',
        orderType: 'TAKEOUT',
        items: [],
        milestones: { receivedAt: AT },
        timeline: [],
      },
    ],
  })
})
