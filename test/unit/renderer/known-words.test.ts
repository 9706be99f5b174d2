import { expect, it } from 'vitest'
import { knownWords } from '../../../renderer/text/known-words.ts'
import { createTranslator } from '../../../renderer/text/translator.ts'

it('the texts for all values are the same as without the cache, at each call', () => {
  const plain = createTranslator().getFixedT('pt-BR')
  const words = knownWords(plain)
  for (let time = 0; time < 3; time++) {
    expect(words('action.confirm')).toBe(plain('action.confirm'))
    expect(words('action.preparing')).toBe(plain('action.preparing'))
  }
  expect(words('action.confirm')).not.toBe(words('action.preparing'))
  const part = (number: string) => words('ticket.part', { part: number, parts: '3' })
  expect([part('1'), part('2')]).toEqual([
    plain('ticket.part', { part: '1', parts: '3' }),
    plain('ticket.part', { part: '2', parts: '3' }),
  ])
  expect(part('1')).not.toBe(part('2'))
})

it('a text without values is read only once from the language', () => {
  let asked = 0
  const plain = createTranslator().getFixedT('pt-BR')
  const counting = new Proxy(plain, {
    apply: (target, self, args) => {
      asked += 1
      return Reflect.apply(target, self, args)
    },
  })
  const words = knownWords(counting)
  words('action.confirm')
  words('action.confirm')
  expect(asked).toBe(1)
})
