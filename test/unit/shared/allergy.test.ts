import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { ALLERGY_WORDS, allergyParts } from '../../../shared/ticket/allergy.ts'
import { kitchenWordsOf } from '../../../shared/ticket/kitchen-words.ts'

const warned = (text: string, words: readonly string[] = ALLERGY_WORDS['pt-BR']) =>
  allergyParts(text, words).flatMap((part) => (part.warns ? [part.text] : []))

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

  it.each([
    ['no peanuts please', 'peanuts'],
    ['sin maní', 'maní'],
    ['empanada sin TACC', 'sin TACC'],
    ['nut-free', 'nut-free'],
    ['risco de contaminação cruzada', 'contaminação cruzada'],
    ['sou gestante', 'gestante'],
    ['halal please', 'halal'],
    ['sem laticínios', 'laticínios'],
    ['𝐚𝐦𝐞𝐧𝐝𝐨𝐢𝐦', '𝐚𝐦𝐞𝐧𝐝𝐨𝐢𝐦'],
    ['ｇｌúｔｅｎ', 'ｇｌúｔｅｎ'],
    ['a\u00admen\u200ddo\u2060im', 'a\u00admen\u200ddo\u2060im'],
    ['frutos\u2011do mar', 'frutos\u2011do mar'],
    ['filho com APLV', 'APLV'],
    ['Nussallergie!', 'Nussallergie'],
    ['Laktoseintoleranz', 'Laktoseintoleranz'],
    ['allergie aux arachides', 'allergie'],
    ['у меня аллергия', 'аллергия'],
    ['我对花生过敏', '我对花生过敏'],
    ['ピーナッツ', 'ピーナッツ'],
    ['je suis cœliaque', 'cœliaque'],
    ['Ich vertrage keine Milch', 'vertrage keine'],
    ['niente crostacei', 'crostacei'],
  ])('are found on a pt-BR screen in another language and spelling: %s', (note, found) => {
    expect(warned(note, kitchenWordsOf(DEFAULT_SETTINGS).allergy)).toContain(found)
  })

  it('are found at the beginning of a word only', () => {
    expect(warned('desalergizado')).toEqual([])
    expect(warned('molho de soja')).toEqual(['soja'])
    expect(warned('4 queijos, suco', ['', ' ', ' Queijo '])).toEqual(['queijos'])
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
          allergyParts(text, words)
            .map((part) => part.text)
            .join(''),
        ).toBe(text)
      }),
    )
    expect(warned('e\u0301 ale\u0301rgico')).toEqual(['ale\u0301rgico'])
  })

  it('are those of every language, the kitchen’s own list first; what it took out of its list is not looked for', () => {
    const wordsOf = (own: Partial<typeof DEFAULT_SETTINGS>) => kitchenWordsOf({ ...DEFAULT_SETTINGS, ...own }).allergy
    const own = wordsOf({ allergyWords: { 'pt-BR': ['kiwi'] } })
    expect(['kiwi', 'peanut', 'maní'].every((word) => own.includes(word))).toBe(true)
    expect(['amendoi', 'vegan'].some((word) => own.includes(word))).toBe(false)
    expect(wordsOf({ locale: 'en', allergyWords: { 'pt-BR': ['kiwi'] } })).toContain('kiwi')
    expect(kitchenWordsOf(DEFAULT_SETTINGS)).toBe(kitchenWordsOf(DEFAULT_SETTINGS))
  })
})
