import { describe, expect, it } from 'vitest'
import { shortName } from '../../../renderer/counter/short-name.ts'

describe('a name at the counter', () => {
  it.each([
    ['Rafael Nogueira', 'Rafael N.'],
    ['João Pedro  Sanches ', 'João S.'],
    ['Lia', 'Lia'],
    ['', ''],
    ['Zoé 🍔', 'Zoé'],
    ['Zoé 𠮷田', 'Zoé 𠮷.'],
    ['Dona Lourdes', 'Dona Lourdes'],
    ['Sr. João Prado', 'Sr. João P.'],
  ])('of the customer %j is %j', (name, called) => {
    expect(shortName(name)).toBe(called)
  })
})
