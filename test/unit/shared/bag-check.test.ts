import { describe, expect, it } from 'vitest'
import { bagRows, checkOf, rowsToTick, untickedRows } from '../../../shared/ticket/bag-check.ts'
import { isLineApart, isOptionApart } from '../../../shared/ticket/bag-kinds.ts'
import { kitchenWordsOf } from '../../../shared/ticket/kitchen-words.ts'
import type { Ticket } from '../../../shared/ticket/ticket.ts'
import { line, option, ticket } from '../../fixtures/board-harness/tickets.ts'

const WORDS = kitchenWordsOf()
const ready = (more: Partial<Ticket>): Ticket => ticket('1', { status: 'READY', ...more })
const rowsOf = (more: Partial<Ticket>) =>
  bagRows(ready(more), WORDS).map(({ id, kind, isOwn, nodes }) => [
    id,
    kind,
    nodes.map(({ text, quantity }) => (quantity === undefined ? text : `${quantity} ${text}`)).join(),
    ...(isOwn ? ['own'] : []),
  ])

describe('what lies apart from the food', () => {
  it.each([
    ...[
      'Guaraná 350 ml',
      'Coca-Cola lata',
      '2 L Guaraná Antarctica',
      'Suco de laranja 500 ml',
      'Lata de Coca',
      'Água sem gás',
    ],
    ...[
      'Orange juice',
      'Iced tea',
      'Sparkling water 500 ml',
      'Agua con gas',
      'Jugo de naranja',
      'Cerveza Quilmes 1 L',
      'Red Bull',
    ],
    ...['Molho de pimenta', 'Sachê de ketchup', 'Garlic sauce', 'Salsa tártara', 'Maionese da casa', 'Extra barbecue'],
    ...[
      'Talheres',
      'Kit talheres',
      'Guardanapos',
      'Plastic fork',
      'Cubiertos',
      'Hashi',
      'Café',
      'Milk-shake de morango',
    ],
  ])('is %s', (name) => {
    expect(isLineApart(name)).toBe(true)
  })
  it.each([
    ...[
      'Macarrão ao molho branco',
      'Filé ao molho madeira',
      'Café da manhã',
      'Açaí 500 ml',
      'Feijoada para 2',
      'X-Salada',
    ],
    ...[
      'Chicken in peanut sauce',
      'Beer-battered fish',
      'Fries and sauce',
      'Bife con salsa',
      'Palitos de queijo',
      'Pizza 8 fatias',
    ],
    ...['Colher de brigadeiro', 'Batata frita', 'Coxinha', '', '350 ml'],
  ])('is not %s', (name) => {
    expect(isLineApart(name)).toBe(false)
  })
  it('is a drink of a combo, by its name or its group; a sauce is in the dish', () => {
    expect([
      isOptionApart('Guaraná'),
      isOptionApart('Sabor da casa', 'Bebidas'),
      isOptionApart('Escolha', 'Drink'),
    ]).toEqual([true, true, true])
    expect([isOptionApart('Maionese'), isOptionApart('Barbecue', 'Molhos')]).toEqual([false, false])
  })
})

describe('the rows of a bag', () => {
  it('are an allergy, the food, then drinks, sauces and cutlery; what is not made is no row', () => {
    const lines = [
      line('Guaraná', { lineId: 'g', quantity: 2 }),
      line('X-Salada', { lineId: 'x', options: [option('Sem tomate'), option('Bacon')] }),
      line('Pastel', { lineId: 'p', quantity: 3 }),
      line('Brinde', { lineId: 'b', quantity: 0 }),
    ]
    expect(rowsOf({ lines, notes: ['Alérgica a amendoim', 'Mandar talheres', 'Capricha'] })).toEqual([
      ['allergy', 'allergy', 'Alérgica a amendoim', 'own'],
      ['x', 'food', '1 X-Salada', 'own'],
      ['p', 'food', '3 Pastel'],
      ['g', 'apart', '2 Guaraná'],
      ['cutlery', 'apart', 'Mandar talheres'],
    ])
  })
  it('have the drinks of each combo by themselves', () => {
    const combo = line('Combo', {
      lineId: 'c',
      quantity: 2,
      options: [option('Batata'), option('Coca-Cola lata', { group: 'Bebida' })],
    })
    expect(rowsOf({ lines: [combo] })).toEqual([
      ['c', 'food', '2 Combo'],
      ['c + 0', 'apart', '2 Coca-Cola lata'],
    ])
  })
  it('have no cutlery that the guest does not want, and no dish that is made again', () => {
    const again = line('Pastel', { lineId: 'p//1', again: { since: 0, reason: 'wrong' } })
    expect(rowsOf({ lines: [line('Pastel', { lineId: 'p' }), again], notes: ['Sem talheres'] })).toEqual([
      ['p', 'food', '1 Pastel'],
    ])
  })
  it('count the lines that are not on the ticket, as one row', () => {
    expect(bagRows(ready({ moreLines: 12 }), WORDS).at(-1)).toMatchObject({ kind: 'more', moreLines: 12 })
  })
})

it('without the setting only allergies are to be ticked, and all rows with it', () => {
  const rows = bagRows(ready({ lines: [line('Pastel', { lineId: 'p' })], notes: ['Alergia a leite'] }), WORDS)
  expect(rowsToTick(rows, false).map(({ id }) => id)).toEqual(['allergy'])
  expect(untickedRows(rowsToTick(rows, true), { bag: { ticked: ['allergy'] } }).map(({ id }) => id)).toEqual(['p'])
})

it.each<[string, Partial<Ticket>]>([
  ['cooked', { status: 'PREPARING' }],
  ['on its way', { status: 'IN_DELIVERY' }],
  ['not read yet', { reading: 'loading' }],
])('nothing is checked of an order that is %s', (_state, more) => {
  expect(checkOf(ready({ pickupCode: '731', ...more }), WORDS, true)).toBeUndefined()
})
