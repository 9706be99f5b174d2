import { expect, it } from 'vitest'
import { shopNames } from '../../../renderer/store/short-names.ts'

it('shops are named without the words with which all of them begin, by at least one word', () => {
  const names = (...shops: readonly string[]) => [...shopNames(shops).values()]
  expect(names('Cantina da Praça Moema', 'Cantina da Praça Vila Nova')).toEqual(['Moema', 'Vila Nova'])
  expect(names('Cantina', 'Cantina Moema')).toEqual(['Cantina', 'Cantina Moema'])
  expect(names('Cantina da Esquina', 'Pizza da Vó')).toEqual(['Cantina da Esquina', 'Pizza da Vó'])
})
