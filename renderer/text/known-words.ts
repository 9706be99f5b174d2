import type { TFunction } from 'i18next'

/**
 * The same function with a cache for texts without values: a full board looks up the same few texts a thousand times.
 */
export function knownWords(words: TFunction): TFunction {
  const known = new Map<string, unknown>()
  return new Proxy(words, {
    apply(target, self, args: readonly unknown[]) {
      const [key] = args
      if (args.length > 1 || typeof key !== 'string') return Reflect.apply(target, self, args)
      if (!known.has(key)) known.set(key, Reflect.apply(target, self, args))
      return known.get(key)
    },
  })
}
