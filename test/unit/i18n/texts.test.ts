import { describe, expect, it } from 'vitest'
import { SAFE_TEXTS } from '../../../electron/shell/safe-texts.ts'
import { LOCALES, type Locale } from '../../../shared/contract/settings.ts'
import { LANGUAGES } from '../../../shared/i18n/languages.ts'
import { CUSTOMERS_WORDS } from '../../../shared/text/customers-words.ts'
import { FEATURE_TEXTS } from '../../fixtures/feature-texts.ts'

/** A word that a kitchen does not use for this, and the word that the texts use. */
const AVOIDED: Readonly<Record<Locale, readonly (readonly [avoided: RegExp, used: string])[]>> = {
  'pt-BR': [
    [/\bsozinh[oa]s?\b/i, 'automaticamente'],
    [/\bjeito\b/i, 'compatibilidade'],
    [/\bGuardar\b/, 'Salvar'],
    [/\b(chaveiro|texto aberto)\b/i, 'cofre de senhas, sem proteção'],
    [/\btranca/i, 'bloquear'],
    [/\b(última vista|vista desta tela)\b/i, 'última tela, modo desta tela'],
    [/\b(rever|chamar de volta)\b/i, 'reabrir'],
    [/\b(de onde se lê|quem lê)\b/i, 'distância de leitura'],
    [/\bmetade em até\b/i, 'tempo típico'],
    [/\btoques? sem confirmação\b/i, 'envios pendentes'],
    [/\bchamando\b/i, 'tocando'],
    [/\blinhas? em\b/i, 'itens'],
    [/\bnão aplicado\b/i, 'sem efeito'],
    [/\b(fazer|faça) (o|um) código\b/i, 'gerar'],
    [/\bhoras de silêncio\b/i, 'horário de silêncio'],
  ],
  en: [
    [/\bby itself\b/i, 'automatically'],
    [/\ball the same\b/i, 'anyway'],
    [/\bgone out\b/i, 'out'],
    [/^attention$|until attention/i, 'due soon'],
    [/\bcalling\b/i, 'ringing'],
    [/\bconcluded\b/i, 'completed'],
    [/\bset-up\b/i, 'setup'],
    [/\b(goes|go) on\b/i, 'continue, keep'],
    [/\bshop\b/i, 'store'],
    [/\bidentity\b/i, 'ID'],
    [/\b(hood|fan)\b(?<!extractor fan)/i, 'extractor fan'],
    [/\btouch(es|ed)? (it|an order|its ticket)\b/i, 'tap'],
    [/\bnot applied\b/i, 'no effect'],
  ],
  es: [
    [/\b(ordenador|equipo)\b/i, 'computadora'],
    [/\btienda\b/i, 'local'],
    [/^Envío$/, 'reparto'],
    [/\b(a domicilio|Entrega:|horario de entrega|zona de entrega)/i, 'reparto'],
    [/\baltavoz\b/i, 'parlante'],
    [/\b(campana)\b/i, 'extractor'],
    [/\brever\b/i, 'ver otra vez'],
    [/\bllamando\b/i, 'sonando'],
    [/\bplatos?\b/i, 'producto'],
    [/\btexto plano\b/i, 'sin protección'],
    [/\b(identidad)\b/i, 'identificación'],
    [/\bpara entrega\b/i, 'a reparto'],
    [/\benvíos? pendientes?\b/i, 'toques pendientes'],
    [/\bretrasos?\b/i, 'atraso'],
    [/\btickets?\b/i, 'pedido, comanda'],
    [/\bartículos?\b/i, 'producto'],
    [/\bvuelve sol[oa]\b/i, 'automáticamente'],
    [/\bno aplicado\b/i, 'sin efecto'],
    [/\bhoras de silencio\b/i, 'horario de silencio'],
    [/\bsalta(r|do)\b/i, 'omitir'],
  ],
}

/** The texts of each part of the program, by language. */
const PARTS: Readonly<Record<string, Readonly<Record<Locale, unknown>>>> = {
  shared: LANGUAGES,
  features: FEATURE_TEXTS,
  customers: CUSTOMERS_WORDS,
  'safe page': SAFE_TEXTS,
}
const PLACEHOLDER = /\{\{[^}]+\}\}/g
const PLURAL = /_(zero|one|two|few|many|other)$/
/** Shorter texts, like "item", may be the same in two languages. */
const SURELY_DIFFERENT_LENGTH = 20

/** Every text below a tree, with its path. */
function leaves(value: unknown, path: string): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither text nor a group`)
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, `${path}.${key}`))
}
const keysOf = (paths: Iterable<string>): readonly string[] =>
  [...new Set([...paths].map((path) => path.replace(PLURAL, '_plural')))].toSorted()
const placeholdersOf = (text = ''): string => (text.match(PLACEHOLDER) ?? []).toSorted().join()

describe.each(LOCALES)('the texts in %s', (locale) => {
  it.each(Object.keys(PARTS))('of the %s are complete, translated and fill in the same values', (part) => {
    const reference = new Map(leaves(PARTS[part]?.['pt-BR'], part))
    const texts = leaves(PARTS[part]?.[locale], part)
    // Spanish and Portuguese share whole sentences of the board.
    const isTranslated = locale === 'en' || (locale === 'es' && part !== 'shared')
    expect(keysOf(texts.map(([path]) => path))).toEqual(keysOf(reference.keys()))
    const wrong = texts.filter(
      ([path, text]) =>
        text.trim() === '' ||
        placeholdersOf(text) !== placeholdersOf(reference.get(path)) ||
        (isTranslated &&
          text.replaceAll(PLACEHOLDER, '').length > SURELY_DIFFERENT_LENGTH &&
          reference.get(path) === text),
    )
    expect(wrong).toEqual([])
  })

  it('have every plural form', () => {
    const paths = leaves(LANGUAGES[locale], 'shared').map(([path]) => path)
    const counted = new Set(paths.filter((path) => PLURAL.test(path)).map((path) => path.replace(PLURAL, '')))
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    expect(counted.size).toBeGreaterThan(0)
    expect(paths).toEqual(
      expect.arrayContaining([...counted].flatMap((path) => forms.map((form) => `${path}_${form}`))),
    )
  })

  it('use the words of the kitchen', () => {
    const found = Object.entries(PARTS)
      .flatMap(([part, languages]) => leaves(languages[locale], part))
      .flatMap(([path, text]) =>
        AVOIDED[locale].filter(([avoided]) => avoided.test(text)).map(([, used]) => `${path} "${text}": use ${used}`),
      )
    expect(found).toEqual([])
  })
})
