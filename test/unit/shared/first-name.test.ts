import { describe, expect, it } from 'vitest'
import { firstName } from '../../../shared/text/first-name.ts'

describe('the first name of a customer', () => {
  it.each([
    ['Marina Alves', 'Marina'],
    ['  João  Pedro Sanches', 'João'],
    ['Dona Lourdes do Prado', 'Dona Lourdes'],
    ['D. Lourdes', 'D. Lourdes'],
    ['Seu Jorge', 'Seu Jorge'],
    ['DRA. Ana Lima', 'DRA. Ana'],
    ['Mrs Robinson', 'Mrs Robinson'],
    ['Don Johnson', 'Don'],
    ['Dona', 'Dona'],
    ['Dora Lima', 'Dora'],
    ['Mesa 12', 'Mesa 12'],
    ['Comanda 118 João Silva', 'Comanda 118'],
    ['Mesa VIP', 'Mesa VIP'],
    ['João Silva (21)', 'João 21'],
    ['Ana (mesa 5)', 'Ana mesa 5'],
    ['🍕 Ana Lima', 'Ana'],
    [' 🍕 ', '🍕'],
    ['Table 4 Seat 2', 'Table 4 Seat 2'],
    ['Lima, Ana', 'Lima'],
    ['João 11 98888-7777', 'João 11'],
    ['', ''],
  ])('of %j is %j', (name, first) => {
    expect(firstName(name)).toBe(first)
  })
})
