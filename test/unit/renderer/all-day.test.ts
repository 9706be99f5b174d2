import { describe, expect, it } from 'vitest'
import { linesFor } from '../../../renderer/store/station-lines.ts'
import { allDayCounts } from '../../../renderer/wall/counts.ts'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
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

  it('follow the station that the platform names, whatever the keywords say', () => {
    const tea = line('Suco de uva', { productionPoint: ' chapa' })
    const [grill, drinks] = STATIONS
    expect(linesFor(ticket('1', { lines: [tea] }), grill, STATIONS).own).toEqual([tea])
    expect(linesFor(ticket('1', { lines: [tea] }), drinks, STATIONS).own).toEqual([])
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
    const cheese = option('Queijo', { quantity: 50, unit: 'G', options: [option('Ervas')] })
    const burgers = line('X-Bacon', { quantity: 2, options: [cheese] })
    expect(allDayCounts([ticket('1', { lines: [burgers] })], undefined)[0]?.options).toMatchObject([
      { name: 'Queijo', quantity: 100, unit: 'G', options: [{ name: 'Ervas', quantity: 2 }] },
    ])
  })

  it('count an option that is also an item with it, and no removal', () => {
    const combo = line('Combo', {
      quantity: 2,
      options: [
        option('Suco', { quantity: 2 }),
        option('Gelo', { group: 'Retirar' }),
        option('Sem sal'),
        option('Brinde', { quantity: 0 }),
        option('Estorno', { quantity: -1 }),
      ],
    })
    expect(allDayCounts([ticket('1', { lines: [combo, line('Suco')] })], undefined)).toMatchObject([
      { name: 'Suco', quantity: 5 },
      { name: 'Combo', quantity: 2, options: [{ name: 'Suco', quantity: 4 }] },
    ])
  })

  it('count one dish, however its letters and blanks are written', () => {
    const lines = ['Pão de Queijo', 'Pa\u0303o  de\u00a0queijo ', 'PÃO DE QUEI\u00adJO'].map((name) => line(name))
    expect(allDayCounts([ticket('1', { lines })], undefined)).toMatchObject([{ quantity: 3 }])
  })

  it.each([
    ['recalled', ticket('1', { ...PREPARING, recalled: true })],
    [
      'of zero or less',
      ticket('1', { ...PREPARING, lines: [line('X', { quantity: 0 }), line('Y', { quantity: -2 })] }),
    ],
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
    const combo = line('X-Combo', { quantity: 2, options: [option('Suco'), option('Sem guaraná'), option('Batata')] })
    expect(allDayCounts([ticket('2', { lines: [combo] })], settings)).toMatchObject([{ name: 'Suco', quantity: 2 }])
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

  it('are also those with an option of the station, with a mark of their own', () => {
    const combo = line('X-Combo', { options: [option('Natural', { group: 'Escolha seu suco' })] })
    const before = ticket('1', { lines: [combo] })
    const bar = linesFor(before, STATIONS[1], STATIONS)
    expect(bar).toMatchObject({ own: [{ name: 'X-Combo', struck: false }], others: [], openElsewhere: 1 })
    const marks = bar.own.map(({ lineId }) => lineId)
    const after = ticket('1', { lines: [{ ...combo, struckParts: marks }] })
    expect(linesFor(after, STATIONS[1], STATIONS).own).toMatchObject([{ struck: true }])
    expect(linesFor(after, chapa, STATIONS)).toMatchObject({ own: [{ struck: false }], openElsewhere: 0 })
    expect(linesFor(before, chapa, STATIONS).openElsewhere).toBe(1)
  })

  it('are all lines when the screen has no station', () => {
    expect(linesFor(order, undefined, STATIONS)).toEqual({ own: order.lines, others: [], openElsewhere: 0 })
  })
})
