import { expect, it } from 'vitest'
import { channelMarks, shopNames } from '../../../renderer/store/short-names.ts'

it('each of several channels has two letters of its own, which do not change when another channel comes', () => {
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
    'WhatsApp House': 'Wh',
  }
  const all = channelMarks(Object.keys(marks), new Map())
  expect(Object.fromEntries(all)).toEqual(marks)
  expect(channelMarks(['Mania', 'X'], all)).toBe(all)
  expect([...channelMarks(['Macau', 'Mania', 'Macau'], all)]).toEqual([...all, ['Macau', 'Mc']])
})

it('shops are named without the words with which all of them begin, by at least one word', () => {
  const names = (...shops: readonly string[]) => [...shopNames(shops).values()]
  expect(names('Cantina da Praça Moema', 'Cantina da Praça Vila Nova')).toEqual(['Moema', 'Vila Nova'])
  expect(names('Cantina', 'Cantina Moema')).toEqual(['Cantina', 'Cantina Moema'])
  expect(names('Cantina da Esquina', 'Pizza da Vó')).toEqual(['Cantina da Esquina', 'Pizza da Vó'])
})
