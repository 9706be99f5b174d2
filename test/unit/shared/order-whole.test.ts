import { describe, expect, it } from 'vitest'
import { partsOf, wholeOrderText, withOwnRemovals } from '../../../shared/order/order-whole.ts'
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
    { name: 'Bacon', quantity: 2, optionGroupName: 'Adicionais' },
    { name: 'Sem milho', optionGroupName: 'Retirar ingredientes' },
    { name: 'Queijo', quantity: 1, unit: 'KG' },
  ]
  const text = wholeOrderText({ status: 'CREATED', items: [{ name: 'Sem Parar', quantity: 1, options }] })
  expect(text.split('\n')).toEqual([
    '1 × Sem Parar',
    '  (-) Sem Picles',
    '  (-) Cebola?: Não',
    '  Fora: ovo',
    '  2 × Bacon',
    '  (-) Sem milho',
    '  1 KG Queijo',
  ])
  expect(withOwnRemovals(text, ['fora', 'sem']).split('\n')).toEqual([
    '1 × Sem Parar',
    '  (-) Sem Picles',
    '  (-) Cebola?: Não',
    '  (-) Fora: ovo',
    '  2 × Bacon',
    '  (-) Sem milho',
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

describe('the parts of a long order', () => {
  const line = (number: number) => `${number} × Dish ${number}\n  Option ${number}-A\n  Option ${number}-B`
  const long = Array.from({ length: 200 }, (_, index) => line(index + 1)).join('\n')

  it('are together the text, each begins with a dish, and none has more lines than a screen', () => {
    const parts = partsOf(long)
    expect(parts.join('')).toBe(long)
    expect(parts.length).toBeGreaterThan(5)
    for (const part of parts) {
      expect(part).toMatch(/^\d+ × Dish/)
      expect(part.trimEnd().split('\n').length).toBeLessThanOrEqual(45)
    }
  })

  it('end after a line where one dish is longer than a part, and after a word where a line is', () => {
    const options = `1 × Buffet\n${Array.from({ length: 300 }, (_, index) => `  Option ${index}`).join('\n')}`
    const lines = options.split('\n').map((one) => one.trim())
    for (const part of partsOf(options)) {
      for (const one of part.trimEnd().split('\n')) expect(lines).toContain(one.trim())
    }
    const words = partsOf(`1 × ${'palavra '.repeat(1_000)}`)
    for (const part of words) expect(part).toMatch(/^(1 × )?(palavra )+$/)
  })

  it.each([
    ['nothing', '', 0],
    ['one line', '1 × Suco', 1],
    ['one word without an end', 'x'.repeat(10_300), 7],
    ['pairs of code units', '🍕'.repeat(4_000), 6],
  ])('of %s', (_, text, count) => {
    const parts = partsOf(text)
    expect(parts).toHaveLength(count)
    expect(parts.join('')).toBe(text)
    for (const part of parts) expect(part.isWellFormed()).toBe(true)
  })

  it('of four million characters take no more than their number', () => {
    const parts = partsOf('x'.repeat(4_000_000))
    expect(parts.join('')).toHaveLength(4_000_000)
  })
})
