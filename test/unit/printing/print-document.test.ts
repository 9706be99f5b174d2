import { describe, expect, it } from 'vitest'
import { printDocument, printStyle } from '../../../electron/printing/print-document.ts'
import type { Settings } from '../../../shared/contract/settings.ts'
import { PAPERS, type Paper } from '../../../shared/contract/values.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { EVENING, line, option, settingsWith, ticket } from '../../fixtures/board-harness/tickets.ts'
import { paymentOfBody } from '../../fixtures/payment-of-body.ts'

const HOSTILE_TEXTS = [
  '<img src=x onerror=alert(1)>',
  '</ul></article><script>alert(1)</script>',
  '"><style>*{display:none}</style>',
  "' onload='alert(1)",
  'javascript:alert(1)',
  '__proto__',
  'constructor',
  '{{time}}',
  '&lt;b&gt;',
  'a\u202eb\u200b\u0000',
]

const printed = (
  one: Ticket,
  more: { isReprint?: boolean; paper?: Paper; settings?: Partial<Settings>; staleSince?: number } = {},
): string =>
  printDocument({
    tickets: [{ ticket: one, isReprint: more.isReprint ?? false }],
    paper: more.paper ?? '80mm',
    settings: settingsWith(more.settings ?? {}),
    printedAt: EVENING,
    staleSince: more.staleSince,
  })

/** The visible text, one space between the parts. */
const words = (html: string): string =>
  html
    .replaceAll(/<title>.*?<\/title>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('a ticket on paper', () => {
  it.each([
    ['pt-BR', 'Item sem nome'],
    ['en', 'Item without a name'],
    ['es', 'Producto sin nombre'],
  ] as const)('states in %s that an item or an option has no name', (locale, unnamed) => {
    const blank = line(' \u200b', { quantity: 2, options: [option('', { quantity: 1 })] })
    const text = words(printed(ticket('4817', { lines: [blank] }), { settings: { locale } }))
    expect(text).toMatch(new RegExp(`2\\s?× ${unnamed} ${unnamed}`))
  })

  it('names the shop where the board has orders of several', () => {
    const [own, other] = ['Moema', 'Pinheiros'].map((merchantName) => ticket('1', { merchantName }))
    if (own === undefined || other === undefined) throw new Error('No orders')
    const paper = { tickets: [{ ticket: own, isReprint: false }], paper: '80mm', printedAt: EVENING } as const
    const withBoard = (board: readonly Ticket[]) =>
      words(printDocument({ ...paper, board, settings: settingsWith({}) }))
    expect(withBoard([own, other])).toContain('Moema ·')
    expect(withBoard([own])).not.toContain('Moema')
  })

  it('keeps a number and its unit in one row', () => {
    expect(printed(ticket('4817', { lines: [line('Guaraná 350 ml')] }))).toContain('Guaraná 350\u00a0ml')
  })

  it('says how many bags there are, once they were counted, and no priority of the protocol', () => {
    const order = ticket('4817', { status: 'READY', priority: 1 })
    const counted = { ...order, bag: { ticked: [], bags: 2 } }
    const texts = (['pt-BR', 'en', 'es'] as const).map((locale) => words(printed(counted, { settings: { locale } })))
    for (const [at, bags] of ['Sacolas: 2', 'Bags: 2', 'Bolsas: 2'].entries()) expect(texts[at]).toContain(bags)
    expect(texts.join(' ')).not.toMatch(/priorid|priority/i)
    expect(words(printed(order))).not.toContain('Sacolas')
  })

  it('shows number, type, origin, first name, times and every line with its unit', () => {
    const text = words(
      printed(
        ticket('4817', {
          status: 'CONFIRMED',
          brand: 'Brasa & Cia',
          customerName: 'Marina Albuquerque',
          dueAt: EVENING + 1_260_000,
          lines: [line('Picanha', { quantity: 0.5, unit: 'KG' }), line('Pastel', { quantity: 6, struck: true })],
        }),
      ),
    )
    for (const part of [
      '4817',
      'Entrega',
      'Site próprio',
      'Brasa &amp; Cia',
      'Marina',
      'Para',
      'Picanha',
      '6×',
      'Aceito',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/0,5\skg/)
    expect(text).toContain('(feito)')
    expect(text).not.toContain('Albuquerque')
  })

  it('separates every note, and prints allergy notes white on black', () => {
    const html = printed(
      ticket('1', { lines: [line('X', { notes: 'Sem cebola' })], notes: ['Alergia a amendoim: cuidado'] }),
    )
    expect(html).toContain('<div class="note"><bdi>Sem cebola</bdi></div>')
    expect(html).toMatch(/<div class="note warns">.*<mark>Alergia<\/mark> a <mark>amendoim<\/mark>: cuidado/)
  })

  it('states the sum to collect and the change to give, in the connection’s unit of money', () => {
    const due = ticket('1', {
      payment: {
        state: 'pending',
        collect: { value: 8750, currency: 'BRL' },
        parts: [
          {
            method: 'CASH',
            amount: { value: 8750, currency: 'BRL' },
            changeFor: { value: 10_000, currency: 'BRL' },
            change: { value: 1_250, currency: 'BRL' },
          },
        ],
      },
      pickupCode: 'K37',
    })
    const text = words(printed(due, { settings: { dialect: { ...settingsWith({}).dialect, money: 'cents' } } }))
    expect(text).toMatch(/Cobrar R\$\s87,50 · Dinheiro · Troco para R\$\s100,00/)
    expect(text).toContain('Código de retirada K37')
  })

  it('states the rest to collect of a partly paid order, and a question mark when the sum is unknown', () => {
    const payments = (prepaid: number, pending?: number) => ({
      prepaid,
      pending,
      methods: [{ type: 'PENDING', method: 'CASH' }],
    })
    const total = { value: 50, currency: 'BRL' }
    const known = words(printed(ticket('1', { payment: paymentOfBody(payments(20, 30), total) })))
    expect(known).toMatch(/Cobrar R\$\s30,00 · Dinheiro/)
    expect(known).not.toContain('50,00')
    const unknown = words(printed(ticket('1', { payment: paymentOfBody(payments(20), total) })))
    expect(unknown).toContain('Cobrar: confira o valor · Dinheiro')
    expect(unknown).not.toContain('50,00')
    expect(words(printed(ticket('1', { payment: paymentOfBody(undefined, total) })))).toContain(
      'Pagamento não informado',
    )
  })

  it('says first that the order was stopped, that it is a reprint, not read yet, and how old the list is', () => {
    const one = ticket('1', { reading: 'loading', cancelled: { at: EVENING, acknowledged: false } })
    expect(words(printed(one, { isReprint: true, staleSince: EVENING }))).toMatch(
      /^NÃO PREPARAR PARE Cancelado às .* REIMPRESSÃO .*Recebido às .* Ainda não foi possível ler .*Sem atualização desde/,
    )
  })

  it('states what was left out of an order that is too long, and where the complete order is', () => {
    expect(words(printed(ticket('1', { moreLines: 4_940, moreCharacters: 120 })))).toContain(
      'Este pedido é longo demais para a comanda: mais 4.940 linhas, … mais 120 caracteres. Veja o pedido inteiro na tela.',
    )
    expect(words(printed(ticket('1')))).not.toContain('longo demais')
  })

  it('prints 80 lines of a large order, and states how many there are more', () => {
    const lines = Array.from({ length: 90 }, (_, at) => line(`Prato ${at}.`))
    const text = words(printed(ticket('1', { lines, moreLines: 5 })))
    expect([text.includes('Prato 79.'), text.includes('Prato 80.'), text.includes('mais 15 linhas')]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('shows STOP and the reason for a cancelled order', () => {
    const cancelled = { at: EVENING, acknowledged: false }
    const text = words(printed(ticket('1', { status: 'CANCELLED', cancelled: { ...cancelled, code: 'RISK_AREA' } })))
    expect(text).toMatch(/^NÃO PREPARAR PARE Cancelado às .* Área de risco 1 Entrega/)
    expect(words(printed(ticket('1', { status: 'CANCELLED', cancelled })))).toContain('não disse o motivo')
  })

  it('strikes nothing of a cancelled order, because a cook looks for its dishes', () => {
    const cancelled = { at: EVENING, acknowledged: false }
    const open = ticket('1')
    const struck = { ...open, lines: open.lines.map((line) => ({ ...line, struck: true })) }
    expect(printed(struck)).toContain('class="struck"')
    expect(printed({ ...struck, cancelled })).not.toContain('struck')
    for (const paper of PAPERS) expect(printStyle(paper)).not.toMatch(/\.cancelled[^}]*line-through/)
  })

  it.each(PAPERS)('loads the style sheet of %s and nothing else', (paper) => {
    const html = printed(ticket('1'), { paper })
    expect(html.match(/(?:src|href)="[^"]*"/g)).toEqual([`href="print-${paper}.css"`])
    expect(html).not.toMatch(/<script|<style|<img|style=|\son\w+=/)
  })

  it.each(HOSTILE_TEXTS)('contains every text of the platform only as text: %j', (text) => {
    const html = printed(
      ticket(text, {
        status: text,
        orderType: text,
        channel: text,
        customerName: text,
        pickupCode: text,
        deliverTo: text,
        notes: [text],
        lines: [line(text, { notes: text, unit: text, options: [option(text, { notes: text })] })],
        cancelled: { at: EVENING, acknowledged: false, reason: text, code: text },
      }),
    )
    const tags = new Set([...html.matchAll(/<\/?([a-z!][a-z0-9]*)/gi)].map(([, name]) => name))
    const own = ['!doctype', 'html', 'head', 'meta', 'title', 'link', 'body', 'article', 'div', 'strong', 'br', 'bdi']
    expect([...tags].filter((name) => ![...own, 'h1', 'p', 'ul', 'li', 'span', 'mark'].includes(name ?? ''))).toEqual(
      [],
    )
    expect(html).not.toMatch(/=["'][^"']*javascript:/)
  })
})
