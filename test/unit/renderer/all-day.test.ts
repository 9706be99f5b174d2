import { describe, expect, it } from 'vitest'
import { allDayCounts } from '../../../renderer/all-day/counts.ts'
import { linesFor } from '../../../renderer/station/station-lines.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'
import { line, option, ticket } from '../../fixtures/board-harness/tickets.ts'

const PREPARING = { status: 'PREPARING' } as const
const STATIONS = [
  { name: 'Chapa', keywords: ['x-', 'hambúrguer'] },
  { name: 'Bebidas', keywords: ['guarana', 'suco'] },
]

describe('all-day counts', () => {
  it('are the sums of the new orders and those in preparation, by item and by option', () => {
    const burger = (quantity: number) => line('X-Bacon', { quantity, options: [option('Bacon', { quantity: 2 })] })
    const counts = allDayCounts(
      [ticket('1', { lines: [burger(2)] }), ticket('2', { ...PREPARING, lines: [burger(1)] })],
      undefined,
    )
    expect(counts).toMatchObject([{ name: 'X-Bacon', quantity: 3, options: [{ name: 'Bacon', quantity: 6 }] }])
  })

  it('count items without a name together, regardless of their blank characters', () => {
    const tickets = ['', '  ', '\u200b', '\u3164'].map((name, index) => ticket(`${index}`, { lines: [line(name)] }))
    expect(allDayCounts(tickets, undefined)).toMatchObject([{ name: '', quantity: 4 }])
  })

  it('keep pieces and weights apart, and add weights without rounding errors', () => {
    const meat = (quantity: number, unit?: string) => line('Picanha', { quantity, ...(unit ? { unit } : {}) })
    const counts = allDayCounts([ticket('1', { lines: [meat(0.1, 'KG'), meat(0.2, 'KG'), meat(1)] })], undefined)
    expect(counts.map(({ quantity, unit }) => [quantity, unit])).toEqual([
      [1, undefined],
      [0.3, 'KG'],
    ])
  })

  it.each([
    ['cancelled', ticket('1', { ...PREPARING, status: 'CANCELLED', cancelled: { at: 0, acknowledged: false } })],
    ['struck', ticket('1', { ...PREPARING, lines: [line('X-Salada', { struck: true })] })],
    ['ready', ticket('1', { status: 'READY' })],
    ['waiting for its time', ticket('1', { lane: 'scheduled' })],
    ['gone', ticket('1', { status: 'IN_DELIVERY' })],
  ])('leave out what is %s', (_, one) => {
    expect(allDayCounts([one], undefined)).toEqual([])
  })

  it('include only the station that the screen shows', () => {
    const settings = { ...DEFAULT_SETTINGS, stations: STATIONS, station: 'Bebidas' }
    const both = ticket('1', { lines: [line('X-Salada'), line('Guaraná')] })
    expect(allDayCounts([both], settings).map(({ name }) => name)).toEqual(['Guaraná'])
  })
})

describe('the lines of a station', () => {
  const [chapa] = STATIONS
  const order = ticket('1', {
    lines: [line('X-Salada'), line('GUARANÁ lata', { struck: true }), line('Suco'), line('Coisa sem estação')],
  })

  it('are those that match its words, and those that match no station', () => {
    const { own, others, openElsewhere } = linesFor(order, chapa, STATIONS)
    expect(own.map(({ name }) => name)).toEqual(['X-Salada', 'Coisa sem estação'])
    expect(others.map(({ name }) => name)).toEqual(['GUARANÁ lata', 'Suco'])
    expect(openElsewhere).toBe(1)
  })

  it('are all lines when the screen has no station', () => {
    expect(linesFor(order, undefined, STATIONS)).toEqual({ own: order.lines, others: [], openElsewhere: 0 })
  })
})
