import type { TFunction } from 'i18next'

/** Encloses the names of values in a text that is cached. No text of the product contains it. */
const MARK = '\u0000'

type Values = Readonly<Record<string, string | number>>

/** Texts and names of values in turn; the first and the last entry are texts. */
type Template = readonly string[]

const isText = (_part: string, index: number): boolean => index % 2 === 0

const isCacheable = (values: unknown): values is Values =>
  typeof values === 'object' &&
  values !== null &&
  // The text depends on the number.
  !('count' in values) &&
  Object.values(values).every((value) => typeof value === 'string' || typeof value === 'number')

/** The text of `key` with places for the values; undefined when one of them is no value but an option of i18next. */
function templateOf(words: TFunction, key: string, names: readonly string[]): Template | undefined {
  const text: unknown = Reflect.apply(words, undefined, [
    key,
    Object.fromEntries(names.map((name) => [name, `${MARK}${name}${MARK}`])),
  ])
  if (typeof text !== 'string') return undefined
  const parts = text.split(MARK)
  const found = new Set(parts.filter((part, index) => !isText(part, index)))
  return names.every((name) => found.has(name)) ? parts : undefined
}

const fill = (template: Template, values: Values): string =>
  template.map((part, index) => (isText(part, index) ? part : String(values[part]))).join('')

/** A number that chooses the plural, or the wish for a group of texts. With one of them alone the whole answer is kept. */
const wholeOf = (values: unknown): unknown =>
  typeof values === 'object' && values !== null && Object.keys(values).length === 1
    ? (Reflect.get(values, 'count') ?? Reflect.get(values, 'returnObjects'))
    : undefined

/**
 * The same function with a cache: a full board looks up the same few texts a thousand times, and i18next resolves and parses
 * a text at each call.
 */
export function knownWords(words: TFunction): TFunction {
  const templates = new Map<string, Template | undefined>()
  const answers = new Map<string, unknown>()
  return new Proxy(words, {
    apply(target, self, args: readonly unknown[]) {
      const [key, values = {}, ...others] = args
      if (typeof key !== 'string' || others.length > 0) return Reflect.apply(target, self, args)
      const whole = wholeOf(values)
      if (typeof whole === 'number' || whole === true) {
        const id = [key, whole].join(MARK)
        if (!answers.has(id)) answers.set(id, Reflect.apply(target, self, args))
        return answers.get(id)
      }
      if (!isCacheable(values)) return Reflect.apply(target, self, args)
      const names = Object.keys(values)
      const id = [key, ...names].join(MARK)
      if (!templates.has(id)) templates.set(id, templateOf(target, key, names))
      const template = templates.get(id)
      return template === undefined ? Reflect.apply(target, self, args) : fill(template, values)
    },
  })
}
