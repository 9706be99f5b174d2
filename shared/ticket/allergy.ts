import type { Locale } from '../contract/settings.ts'
import { folded, foundWords } from '../text/folded-text.ts'
import { listed } from '../text/visible-text.ts'

/** Word beginnings that state an allergy or an intolerance, whatever food is named beside them. */
const STATEMENTS = listed(`
  alerg, allerg, alerji, anafila, anaphyla, aplv, celiac, coeliac, coeliaq, diabet, epipen, intoler
`)
/** The same and the most common foods in languages of guests that no screen speaks. */
const FOREIGN = listed(`
  unvertr, vertrage kein, zoliak, alergen, uczulen, nietoler, аллерг, алерг, αλλεργ, אלרגי, حساسية, dị ứng, 过敏, 過敏,
  アレルギー, 알레르기, 알러지, แพ้
`)
const FOREIGN_FOODS = listed(`
  arachid, cacahu, noisette, crevette, fruits de mer, crustac, crostac, frutti di mare, noix, noci, mandorl, amande,
  schalentier, glutin, nocciol, lattosio, erdnuss, haselnuss, walnuss, nuss, laktos, jordnot, fistik, orzech,
  арахис, 花生, 坚果, ピーナッツ, 땅콩, فول سوداني
`)
/** In every list: a customer may write in another language than the screen's. */
const ANY_LANGUAGE = [...STATEMENTS, 'gluten', 'lactos']
/** Looked for on every screen beside the lists, which a kitchen can change. */
export const FOREIGN_ALLERGY_WORDS: readonly string[] = [...FOREIGN, ...FOREIGN_FOODS]

/**
 * Beginnings of words and phrases about allergies and food restrictions. A kitchen can change them; no list is
 * complete. A restriction is listed as a phrase: "restrição" alone is also used for delivery times and doors.
 */
export const ALLERGY_WORDS: Readonly<Record<Locale, readonly string[]>> = {
  'pt-BR': [
    ...ANY_LANGUAGE,
    ...listed(`
      amendoi, castanha, nozes, avelã, amêndoa, camarã, camarõ, marisco, crustáceo, frutos do mar, laticínio,
      gergelim, soja, vegan, vegetarian, gestante, grávida, contaminação cruzada, restrição aliment,
      restrições aliment, restrição na aliment, restrições na aliment, restrição médica, restrições médicas,
      restrição dietética, restrições dietéticas, dieta restri, não pode comer, não posso comer, passa mal, passo mal,
      fenilceton
    `),
  ],
  en: [
    ...ANY_LANGUAGE,
    ...listed(`
      peanut, nuts, tree nut, nut free, dairy, walnut, almond, hazelnut, cashew, shrimp, prawn, shellfish, sesame,
      soy, vegan, vegetarian, pregnan, halal, kosher, cross contamin, dietary restrict, food restrict, diet restrict,
      medical restrict, restricted diet, dietary requirement, dietary need, cannot eat, can't eat, can’t eat,
      gets sick from, phenylketon
    `),
  ],
  es: [
    ...ANY_LANGUAGE,
    ...listed(`
      maní, frutos secos, lácteo, sin tacc, cacahuete, nuez, nueces, almendra, avellana, camarón, gamba, marisco,
      crustáceo, sésamo, soja, soya, vegan, vegetarian, embarazad, contaminación cruzada, restricción aliment,
      restricciones aliment, restricción en la aliment, restricciones en la aliment, restricción médica,
      restricciones médicas, restricción dietética, restricciones dietéticas, dieta restri, no puede comer,
      no puedo comer, le hace mal, me hace mal, fenilceton
    `),
  ],
}

/** Foods of several words; the other phrases are statements. */
const FOODS: readonly string[] = ['frutos do mar', 'frutos secos', 'tree nut']
const PLAIN_STATEMENTS: readonly string[] = [
  ...STATEMENTS,
  ...FOREIGN,
  ...Object.values(ALLERGY_WORDS)
    .flat()
    .filter((words) => words.includes(' ') && !FOODS.includes(words)),
].map(folded)

/** Found in the middle of a word too: "Nussallergie", "Laktoseintoleranz". */
const COMPOUNDS: ReadonlySet<string> = new Set(['allerg', 'intoler', 'unvertr'])
/** Languages without blanks between words. */
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}]/u
const isInside = (word: string): boolean => COMPOUNDS.has(word) || UNSPACED.test(word)

/** Whether a found word states an allergy by itself. A name of a food does not. */
export const isStatement = (word: string): boolean => {
  const plain = folded(word)
  return PLAIN_STATEMENTS.some((statement) => plain.includes(statement))
}

export type TextPart = { readonly text: string; readonly warns: boolean }

/**
 * Splits a text at words that begin with one of `words`, ignoring accents and case. The joined parts equal the text.
 * These are words of a free text: order lines have no allergen field (Open Delivery v2, "Item").
 */
export function allergyParts(text: string, words: readonly string[]): readonly TextPart[] {
  const parts: TextPart[] = []
  let written = 0
  for (const { from, to } of foundWords(text, words, isInside)) {
    if (from > written) parts.push({ text: text.slice(written, from), warns: false })
    parts.push({ text: text.slice(from, to), warns: true })
    written = to
  }
  if (written < text.length) parts.push({ text: text.slice(written), warns: false })
  return parts
}
