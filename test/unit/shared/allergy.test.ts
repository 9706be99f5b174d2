import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALLERGY_WORDS, allergyWordsOf, noteParts } from '../../../shared/allergy.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts'

const warned = (text: string, words: readonly string[] = ALLERGY_WORDS['pt-BR']) =>
  noteParts(text, words).flatMap((part) => (part.warns ? [part.text] : []))

describe('allergy words in a note', () => {
  it('are found whatever their case, accents and endings', () => {
    expect(warned('Cliente ALÉRGICA a amendoins, é celiaca')).toEqual(['ALÉRGICA', 'amendoins', 'celiaca'])
    expect(warned('sem frutos do mar, por favor')).toEqual(['frutos do mar'])
  })

  it.each(['pt-BR', 'en', 'es'] as const)('are found in the customer’s language on a screen in %s', (locale) => {
    const notes = [
      'ALERGIA grave',
      'Nut allergy',
      'alérgico',
      'sem glúten',
      'celíaca',
      'diabético',
      'lactosa',
      'anaphylaxis',
    ]
    for (const note of notes) expect(warned(note, ALLERGY_WORDS[locale]), note).toHaveLength(1)
  })

  it('are found at the beginning of a word only', () => {
    expect(warned('desalergizado')).toEqual([])
    expect(warned('molho de soja')).toEqual(['soja'])
  })

  it.each([
    ['pt-BR', 'Tenho restrição alimentar', ['restrição alimentar']],
    ['pt-BR', 'RESTRICOES  ALIMENTARES: ver cadastro', ['RESTRICOES  ALIMENTARES']],
    ['pt-BR', 'restrição-alimentar', ['restrição-alimentar']],
    ['pt-BR', 'restrição\nalimentar', ['restrição\nalimentar']],
    ['pt-BR', 'restrição na alimentação por ordem médica', ['restrição na alimentação']],
    ['pt-BR', 'restrição médica', ['restrição médica']],
    ['pt-BR', 'dieta restritiva', ['dieta restritiva']],
    ['pt-BR', 'não pode comer camarão', ['não pode comer', 'camarão']],
    ['pt-BR', 'a criança passa mal com leite', ['passa mal']],
    ['pt-BR', 'sou diabético', ['diabético']],
    ['en', 'Dietary restrictions apply', ['Dietary restrictions']],
    ['en', 'food restriction', ['food restriction']],
    ['en', "she can't eat eggs", ["can't eat"]],
    ['en', 'has dietary requirements', ['dietary requirements']],
    ['es', 'Restricción alimentaria', ['Restricción alimentaria']],
    ['es', 'restricciones alimenticias', ['restricciones alimenticias']],
    ['es', 'no puede comer gluten', ['no puede comer', 'gluten']],
  ] as const)('are found in phrases about a restriction in %s: %s', (locale, note, found) => {
    expect(warned(note, ALLERGY_WORDS[locale])).toEqual(found)
  })

  it.each([
    ['pt-BR', 'restrição de horário na portaria'],
    ['pt-BR', 'sem restrição'],
    ['pt-BR', 'entrega restrita a moradores'],
    ['pt-BR', 'restrição, alimentar o gato depois'],
    ['pt-BR', 'pode comer frio'],
    ['pt-BR', 'passar mal o bife não: bem passado'],
    ['en', 'restricted area, ring the bell'],
    ['en', 'no restrictions'],
    ['en', 'can eat it cold'],
    ['es', 'restricción de horario en la portería'],
    ['es', 'sin restricciones'],
    ['es', 'puede comer frío'],
  ] as const)('are not found in a note about something else in %s: %s', (locale, note) => {
    expect(warned(note, ALLERGY_WORDS[locale])).toEqual([])
  })

  it('leave every letter of the note in its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ unit: 'grapheme' })), (text, words) => {
        expect(
          noteParts(text, words)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
    expect(warned('e\u0301 ale\u0301rgico')).toEqual(['ale\u0301rgico'])
  })

  it('are those of the kitchen’s own list for its language, also when this list is empty', () => {
    expect(allergyWordsOf(DEFAULT_SETTINGS)).toBe(ALLERGY_WORDS['pt-BR'])
    expect(allergyWordsOf({ ...DEFAULT_SETTINGS, allergyWords: { 'pt-BR': ['kiwi'] } })).toEqual(['kiwi'])
    expect(allergyWordsOf({ ...DEFAULT_SETTINGS, allergyWords: { 'pt-BR': [] } })).toEqual([])
    expect(allergyWordsOf({ ...DEFAULT_SETTINGS, locale: 'en', allergyWords: { 'pt-BR': ['kiwi'] } })).toBe(
      ALLERGY_WORDS.en,
    )
  })
})
