import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../shared/texts/languages.ts'
import { FEATURE_TEXTS } from '../../fixtures/feature-texts.ts'

const NAMESPACES: Readonly<Record<string, unknown>> = { translation: LANGUAGES['pt-BR'], ...FEATURE_TEXTS['pt-BR'] }
/** A call with a literal key and, if it has values, a literal object. */
const CALL = /\b(?:t|words)\(\s*'(?<key>[\w:.-]+)'(?<values>,\s*\{(?<inside>[^{}]*)\})?\s*,?\s*\)/g
const HOOK = /useTranslation\(\s*\[?(?<names>[^)\]]*)/g
/** Options of i18next, which fill no place. */
const OPTIONS: ReadonlySet<string> = new Set(['returnObjects', 'defaultValue', 'context'])

const textAt = (tree: unknown, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined), tree)
/** A text with a plural has a key for each form. */
const formOf = (tree: unknown, key: string): unknown => textAt(tree, key) ?? textAt(tree, `${key}_other`)

const placesOf = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name))].toSorted()

/** The names of an object's properties: `{ age, time: formats.time(at) }`. Undefined for a spread. */
function namesIn(inside: string): readonly string[] | undefined {
  if (inside.includes('...')) return undefined
  const parts = inside.replaceAll(/\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '').split(',')
  return parts.flatMap((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1] ?? []).filter((name) => !OPTIONS.has(name))
}

type Call = { readonly at: string; readonly key: string; readonly texts: readonly unknown[]; readonly given: string }

function callsIn(file: string): readonly Call[] {
  const source = readFileSync(file, 'utf8')
  const namespaces = [...source.matchAll(HOOK)].flatMap(({ groups }) => groups?.names?.match(/\w+/g) ?? [])
  return [...source.matchAll(CALL)].flatMap(({ groups = {} }): readonly Call[] => {
    const [namespace = '', rest] = (groups.key ?? '').split(':')
    const key = rest ?? namespace
    const given = namesIn(groups.inside ?? '')
    if (given === undefined) return []
    const trees = rest === undefined ? ['translation', ...namespaces] : [namespace]
    return [
      {
        at: `${file}: ${groups.key}`,
        key,
        texts: trees.map((name) => formOf(NAMESPACES[name], key)).filter((text) => text !== undefined),
        given: given.toSorted().join(),
      },
    ]
  })
}

const calls = globSync('renderer/**/*.{ts,tsx}').flatMap(callsIn)

/** A number may choose the form of the plural alone. */
const isFilled = (text: unknown, given: string): boolean => {
  if (typeof text !== 'string') return given === ''
  const places = placesOf(text)
  const withoutCount = (names: readonly string[]): string => names.filter((name) => name !== 'count').join()
  return places.join() === given || (!places.includes('count') && withoutCount(given.split(',')) === places.join())
}

describe('each text that the window asks for', () => {
  it('is in a file, and gets the values that it has places for', () => {
    expect(calls.length).toBeGreaterThan(300)
    const wrong = calls.filter(({ texts, given }) => !texts.some((text) => isFilled(text, given)))
    expect(wrong.map(({ at, given }) => `${at} {${given}}`)).toEqual([])
  })

  it('is found to be wrong with a missing, a needless or a misspelt value', () => {
    const filled = calls.filter(({ given }) => given !== '' && given !== 'count')
    expect(filled.length).toBeGreaterThan(50)
    const unseen = filled.filter(({ texts, given }) => texts.some((text) => isFilled(text, `${given}x`)))
    expect(unseen.map(({ at }) => at)).toEqual([])
  })
})
