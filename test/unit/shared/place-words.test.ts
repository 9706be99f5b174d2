import { expect, it } from 'vitest'
import { placeWords } from '../../../shared/text/place-words.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'

it.each([
  [{ place: { mode: 'TABLE', identifier: '12' }, consumption: 'DINE_IN' }, ['Mesa 12', 'Comer aqui']],
  [{ place: { mode: 'constructor', identifier: 'A' }, consumption: 'standing' }, ['Local A', 'standing']],
  [{ consumption: 'TAKEAWAY' }, ['Para viagem']],
  [{}, []],
])('the place of a guest: %j', (ticket, words) => {
  expect(placeWords(ticket, LANGUAGES['pt-BR'])).toEqual(words)
})
