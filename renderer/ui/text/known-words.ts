import type { TFunction } from 'i18next'

/** Joins a key and names. */
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

const textAt = (texts: unknown, key: string): unknown =>
  key.split('.').reduce((at, name) => {
    const isOwn = typeof at === 'object' && at !== null && Object.hasOwn(at, name)
    return isOwn ? Reflect.get(at, name) : undefined
  }, texts)

/** A text with places for the values; undefined when i18next has to make it, or one of them is no value but an option. */
function templateOf(text: unknown, names: readonly string[]): Template | undefined {
  if (typeof text !== 'string' || text.includes('$t(')) return undefined
  const parts = text.split(/\{\{(\w+)\}\}/)
  const found = new Set(parts.filter((part, index) => !isText(part, index)))
  const isWhole = found.size === names.length && names.every((name) => found.has(name))
  return isWhole && !parts.some((part) => part.includes('{{')) ? parts : undefined
}

const fill = (template: Template, values: Values): string =>
  template.map((part, index) => (isText(part, index) ? part : String(values[part]))).join('')

/** A number that chooses the plural, or the wish for a group of texts. With one of them alone the whole answer is kept. */
const wholeOf = (values: unknown): unknown =>
  typeof values === 'object' && values !== null && Object.keys(values).length === 1
    ? (Reflect.get(values, 'count') ?? Reflect.get(values, 'returnObjects'))
    : undefined

/**
 * The same function for the same `texts`, with a cache: a full board looks up the same few texts a thousand times, and i18next
 * resolves and parses a text at each call.
 */
export function knownWords(words: TFunction, texts: unknown): TFunction {
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
      if (!templates.has(id)) templates.set(id, templateOf(textAt(texts, key), names))
      const template = templates.get(id)
      return template === undefined ? Reflect.apply(target, self, args) : fill(template, values)
    },
  })
}
