import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SAFE_STYLE, type SafeContent, safeDocument } from '../../../electron/shell/safe-document.ts'
import type { BoardSnapshot } from '../../../shared/contract/contract.ts'
import { LOCALES } from '../../../shared/contract/values.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import type { Freshness } from '../../../shared/time/freshness.ts'
import {
  EVENING,
  line,
  minutesAgo,
  option,
  settingsWith,
  snapshotOf,
  tap,
  ticket,
} from '../../fixtures/board-harness/tickets.ts'
import { HOSTILE_NAMES } from '../../fixtures/hostile-names.ts'

const drawn = (board: BoardSnapshot | undefined, more: Partial<SafeContent> = {}): string =>
  safeDocument({ board, isStopped: false, boardPath: '/index.html', ...more }, (ring) => `ring-${ring}.wav`)

const page = (tickets: readonly Ticket[], more: Partial<BoardSnapshot> = {}): string => drawn(snapshotOf(tickets, more))

/** The visible text, one space between the parts. */
const words = (html: string): string =>
  html
    .replaceAll(/<title>.*?<\/title>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const idsIn = (html: string): readonly string[] => [...html.matchAll(/<h3><bdi>(.*?)<\/bdi>/g)].map(([, id = '']) => id)

beforeAll(() => void vi.stubEnv('TZ', 'America/Sao_Paulo'))
afterAll(() => void vi.unstubAllEnvs())

describe('the safe page', () => {
  it('strikes nothing of a cancelled order, because a cook looks for its dishes', () => {
    expect(SAFE_STYLE).not.toMatch(/\.cancelled[^}]*line-through/)
  })

  it('names the shop of each order where there are several', () => {
    const [own, other] = ['Moema', 'Pinheiros'].map((merchantName) => ticket(merchantName, { merchantName }))
    if (own === undefined || other === undefined) throw new Error('No orders')
    expect(words(page([own, other]))).toMatch(/Moema ·.*Pinheiros ·/)
    expect(words(page([own]))).not.toContain('Moema ·')
  })

  it('shows an order with the same words as the board', () => {
    const text = words(
      page([
        ticket('4817', {
          brand: 'Brasa & Cia',
          dueAt: EVENING + 1_260_000,
          confirmBy: EVENING + 300_000,
          lines: [
            line('Picanha', { quantity: 0.5, unit: 'KG', notes: 'Sem cebola, alergia a amendoim' }),
            line('Pastel', { quantity: 6, struck: true, options: [option('Queijo', { quantity: 2 })] }),
          ],
          notes: ['Talheres, por favor'],
        }),
      ]),
    )
    for (const part of [
      '4817',
      'Entrega · Novo',
      'Aceitar até 20:20',
      'Recebido às 20:13',
      'Site próprio · Brasa &amp; Cia · Marina',
      '0,5 kg Picanha',
      'Sem cebola, alergia a amendoim',
      'Alergia?',
      '6× Pastel (feito)',
      '2× Queijo em cada',
      'Talheres, por favor',
    ])
      expect(text.replaceAll('\u00a0', ' ')).toContain(part)
    expect(text).not.toContain('Albuquerque')
    expect(page([ticket('1', { notes: ['alergia a amendoim'] })])).toContain('<mark>alergia</mark>')
  })

  it('shows stops first, then orders to accept, and no ended orders', () => {
    const html = page([
      ticket('ready', { status: 'READY' }),
      ticket('over', { status: 'CONCLUDED' }),
      ticket('recalled', { status: 'CONCLUDED', recalled: true }),
      ticket('later', { lane: 'scheduled', status: 'CONFIRMED' }),
      ticket('new'),
      ticket('cooking', { status: 'PREPARING' }),
      ticket('older', { status: 'PREPARING', createdAt: minutesAgo(30) }),
      ticket('stop', {
        status: 'CANCELLED',
        cancelled: { at: EVENING, reason: 'Cliente desistiu', acknowledged: false },
      }),
      ticket('seen', { status: 'CANCELLED', cancelled: { at: EVENING, acknowledged: true } }),
    ])
    expect(idsIn(html)).toEqual(['stop', 'new', 'older', 'cooking', 'later', 'ready', 'recalled'])
    expect(words(html)).toContain('PARE Cancelado às 20:15 · Cliente desistiu')
  })

  it('shows the state of a tap, and shows it as done only after a read proved it', () => {
    const text = words(
      page([ticket('1', { tap: tap('sent') }), ticket('2', { tap: tap('conflict', { reason: 'forbidden' }) })]),
    )
    expect(text).toContain('Aceitar: enviado, falta confirmar')
    expect(text).toContain(LANGUAGES['pt-BR'].conflict.forbidden)
  })

  it.each([
    [{ state: 'fresh', checkedAt: EVENING - 12_000 }, 'Verificado há 12 s'],
    [{ state: 'stale', checkedAt: EVENING - 600_000, trouble: 'network' }, LANGUAGES['pt-BR'].trouble.network],
    [{ state: 'stale' }, LANGUAGES['pt-BR'].freshness.staleNever],
    [{ state: 'offline' }, LANGUAGES['pt-BR'].freshness.offlineNever],
    [{ state: 'setup' }, LANGUAGES['pt-BR'].freshness.setup],
    [{ state: 'setup', trouble: 'keychain-locked', checkedAt: EVENING - 9_000 }, LANGUAGES['pt-BR'].freshness.locked],
  ] as const)('shows the age of the list: %o', (freshness, text) => {
    const html = page([], { freshness })
    expect(words(html).replaceAll('\u00a0', ' ')).toContain(text)
    expect(words(html)).toContain('Lista das 20:15:00')
    expect(html).toContain(`data-state="${freshness.state}"`)
  })

  it('claims that no order is open only of a board that was checked just now', () => {
    const shown = (freshness: Freshness): string => words(page([], { freshness }))
    expect(shown({ state: 'fresh', checkedAt: EVENING })).toContain(LANGUAGES['pt-BR'].safePage.none)
    for (const freshness of [
      { state: 'late' },
      { state: 'late', checkedAt: EVENING - 70_000 },
      { state: 'stale', checkedAt: EVENING - 600_000 },
      { state: 'offline' },
    ] as const)
      expect(shown(freshness)).not.toContain(LANGUAGES['pt-BR'].safePage.none)
  })

  it('has no link and no age after the work has stopped', () => {
    const html = drawn(snapshotOf([ticket('1')]), { isStopped: true })
    expect(words(html)).toContain('Nenhum pedido novo aparece agora')
    expect(words(html)).toContain('Lista das 20:15:00')
    expect(html).not.toContain('<a ')
    expect(html).not.toContain('Verificado')
    expect(html).toContain('data-state="stale"')
    expect(idsIn(html)).toEqual(['1'])
  })

  it.each(LOCALES)(
    'states that it is only for reading and its age, refreshes itself, rings and accepts no tap, in %s',
    (locale) => {
      const settings = settingsWith({ locale })
      const html = drawn(snapshotOf([ticket('1', { alarm: 'new' })], { settings }))
      const { title, screenStopped, retry, noTouch, drawnAt } = LANGUAGES[locale].safePage
      expect(words(html)).toContain(`${title} ${screenStopped} ${retry} ${noTouch}`)
      expect(words(html)).toContain(drawnAt.split('{')[0])
      expect(html).not.toMatch(/<button|<input|<form/)
      // The only link leads back to the board.
      expect(html.match(/<a [^>]*>/g)).toEqual([expect.stringContaining('href="/index.html"')])
      expect(html).toMatch(/http-equiv="refresh" content="\d"/)
      expect(html).toContain('<audio src="ring-new.wav" autoplay>')
      expect(idsIn(html)).toEqual(['1'])
    },
  )

  it('is in every language when the board cannot be read, and shows no empty list', () => {
    const html = drawn(undefined)
    for (const locale of LOCALES) expect(words(html)).toContain(LANGUAGES[locale].safePage.unknown)
    for (const locale of LOCALES) expect(words(html)).not.toContain(LANGUAGES[locale].safePage.none)
    expect(html).toContain('href="/index.html"')
  })
})

describe('the sound of the safe page', () => {
  it.each([
    ['a new order', [ticket('1', { alarm: 'new' })], 'new'],
    ['an order to be started', [ticket('1', { alarm: 'start' })], 'new'],
    [
      'a cancellation among new orders',
      [ticket('1', { alarm: 'new' }), ticket('2', { alarm: 'cancelled' })],
      'cancelled',
    ],
    ['an order that was accepted', [ticket('1')], undefined],
  ] as const)('is that of %s', (_what, tickets, ring) => {
    expect(/<audio src="ring-(\w+)\.wav" autoplay>/.exec(page(tickets))?.[1]).toBe(ring)
  })
})

describe('texts of customers on the safe page', () => {
  const HOSTILE = [
    ...HOSTILE_NAMES,
    '<script>alert(1)</script>',
    '</article></main><meta http-equiv="refresh" content="0;url=https://evil.example">',
    '" onload="alert(1)',
    "' autofocus onfocus='alert(1)",
    '<audio src=x autoplay>',
  ]

  it.each(HOSTILE)('are always text: %j', (text) => {
    const html = page([
      ticket(text, {
        orderId: text,
        orderType: text,
        status: text,
        channel: text,
        brand: text,
        customerName: text,
        pickupCode: text,
        lines: [line(text, { unit: text, notes: text, options: [option(text, { notes: text })] })],
        notes: [text],
        cancelled: { at: EVENING, reason: text, acknowledged: false },
        tap: tap('conflict', { detail: text }),
      }),
    ])
    const tags = [...html.matchAll(/<(\w+)/g)].map(([, name]) => name)
    expect(tags.filter((name) => ['script', 'img', 'audio'].includes(name ?? ''))).toEqual([])
    expect(tags.filter((name) => name === 'meta')).toHaveLength(2)
    const attributes = html.replaceAll(/="[^"]*"/g, '=""')
    expect(attributes).not.toMatch(/<[^>]*\s(on\w+|autofocus)=/)
    expect(html.match(/<article/g)).toHaveLength(1)
    expect(html).not.toContain('undefined')
  })

  it('do not remove an order of 200 kB from the list: its number is shown', () => {
    const endless = 'x'.repeat(200_000)
    const html = page([
      ticket('8120', { lines: [line(endless)], notes: [endless] }),
      ticket(endless, { orderId: endless }),
      ticket('8121'),
    ])
    expect(html.length).toBeLessThan(10_000)
    expect(idsIn(html)).toContain('8120')
    expect(idsIn(html)).toContain('8121')
    expect(words(html)).toContain(LANGUAGES['pt-BR'].safePage.tooLong)
  })

  it('do not make the page large: orders that do not fit are counted', () => {
    const long = line('&'.repeat(290))
    const tickets = Array.from({ length: 300 }, (_, index) =>
      ticket(`n${index}`, { lines: Array.from({ length: 20 }, () => long), createdAt: minutesAgo(400 - index) }),
    )
    const stop = ticket('last', { status: 'CANCELLED', cancelled: { at: EVENING, acknowledged: false } })
    const html = page([...tickets, stop])
    expect(html.length).toBeLessThan(700_000)
    const listed = idsIn(html)
    expect(listed.slice(0, 2)).toEqual(['last', 'n0'])
    expect(words(html)).toContain(`Pedidos que não cabem nesta lista: ${301 - listed.length}.`)
    expect(listed.length).toBeLessThan(100)
  })
})
