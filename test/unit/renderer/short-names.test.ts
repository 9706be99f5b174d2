import { expect, it } from 'vitest'
import { channelMarks, shopNames } from '../../../renderer/store/short-names.ts'

it('each of several channels has two letters of its own, whatever came first', () => {
  const marks = {
    iFood: 'iF',
    '99Food': '99',
    'App da casa': 'AC',
    'Site próprio': 'SP',
    Mania: 'Ma',
    Marketplace: 'Mr',
    'iFood Moema': 'IM',
    '🍕': '?',
    X: 'X',
  }
  expect(Object.fromEntries(channelMarks(Object.keys(marks)))).toEqual(marks)
  expect(channelMarks(Object.keys(marks).toReversed())).toEqual(channelMarks(Object.keys(marks)))
})

it('shops are named without the words with which all of them begin, by at least one word', () => {
  const names = (...shops: readonly string[]) => [...shopNames(shops).values()]
  expect(names('Cantina da Praça Moema', 'Cantina da Praça Vila Nova')).toEqual(['Moema', 'Vila Nova'])
  expect(names('Cantina', 'Cantina Moema')).toEqual(['Cantina', 'Cantina Moema'])
  expect(names('Cantina da Esquina', 'Pizza da Vó')).toEqual(['Cantina da Esquina', 'Pizza da Vó'])
})
