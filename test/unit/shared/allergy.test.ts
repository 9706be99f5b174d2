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

  it('are found at the beginning of a word only', () => {
    expect(warned('desalergizado')).toEqual([])
    expect(warned('molho de soja')).toEqual(['soja'])
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

  it('are the kitchen’s own where it has some for its language, even none', () => {
    expect(allergyWordsOf(DEFAULT_SETTINGS)).toBe(ALLERGY_WORDS['pt-BR'])
    expect(allergyWordsOf({ ...DEFAULT_SETTINGS, allergyWords: { 'pt-BR': ['kiwi'] } })).toEqual(['kiwi'])
    expect(allergyWordsOf({ ...DEFAULT_SETTINGS, allergyWords: { 'pt-BR': [] } })).toEqual([])
    expect(allergyWordsOf({ ...DEFAULT_SETTINGS, locale: 'en', allergyWords: { 'pt-BR': ['kiwi'] } })).toBe(
      ALLERGY_WORDS.en,
    )
  })
})
