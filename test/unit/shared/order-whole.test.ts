import { expect, it } from 'vitest'
import { wholeOrderText, withOwnRemovals } from '../../../shared/order/order-whole.ts'
import { HOSTILE_JSON } from '../../fixtures/hostile-values.ts'

it('the whole order contains every line, option and note in the order in which they were sent', () => {
  const text = wholeOrderText({
    observations: 'Sem talheres',
    items: [
      {
        name: 'Pizza',
        quantity: 2,
        observations: 'sem cebola',
        options: [
          { name: 'Borda', quantity: 1 },
          { name: 'Cheddar', quantity: 1, optionGroupName: 'Recheio : ' },
        ],
      },
      { name: 'Suco' },
    ],
    status: 'CREATED',
    fulfillment: { takeout: { observations: 'no balcão' } },
  })
  expect(text.split('\n')).toEqual([
    '2 × Pizza',
    '  sem cebola',
    '  Borda',
    '  Recheio: Cheddar',
    '? × Suco',
    '  (?)',
    'Sem talheres',
    'no balcão',
  ])
})

it('the whole order marks removals, also by the words of the kitchen', () => {
  const options = [
    { name: 'Picles', optionGroupName: 'Retirar' },
    { name: 'Não', optionGroupName: 'Cebola?' },
    { name: 'Fora: ovo' },
    { name: 'Bacon', quantity: 2 },
    { name: 'Queijo', quantity: 1, unit: 'KG' },
  ]
  const text = wholeOrderText({ status: 'CREATED', items: [{ name: 'Sem Parar', quantity: 1, options }] })
  expect(text.split('\n')).toEqual([
    '1 × Sem Parar',
    '  (-) Picles (Retirar)',
    '  (-) Cebola?: Não',
    '  Fora: ovo',
    '  2 × Bacon',
    '  1 KG Queijo',
  ])
  expect(withOwnRemovals(text, ['fora', 'sem']).split('\n')).toEqual([
    '1 × Sem Parar',
    '  (-) Picles (Retirar)',
    '  (-) Cebola?: Não',
    '  (-) Fora: ovo',
    '  2 × Bacon',
    '  1 KG Queijo',
  ])
})

it.each(Object.entries(HOSTILE_JSON))('the whole order is a text for every body: %s', (_name, json) => {
  const value: unknown = JSON.parse(json)
  expect(typeof wholeOrderText(value)).toBe('string')
  expect(
    typeof wholeOrderText({ items: [{ name: value, options: value, quantity: value }], observations: value }),
  ).toBe('string')
})
