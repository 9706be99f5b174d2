import { describe, expect, it } from 'vitest'
import { firstName } from '../../../shared/first-name.ts'

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
    ['', ''],
  ])('of %j is %j', (name, first) => {
    expect(firstName(name)).toBe(first)
  })
})
