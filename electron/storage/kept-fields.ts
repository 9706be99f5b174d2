/** The parts of a value to keep: `true` for a scalar, else the fields. Everything else is removed. */
export type KeptFields = true | { readonly [field: string]: KeptFields }

/** Deeper than any menu. Deeper nesting counts as an attack. */
const DEPTH_LIMIT = 64

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Fields that may be a scalar or an object on the wire; both are kept. */
const scalarToo = new WeakSet<object>()
export function orScalar<T extends { readonly [field: string]: KeptFields }>(fields: T): T {
  scalarToo.add(fields)
  return fields
}

/**
 * The value with only the listed fields; `undefined` when nothing remains. A list keeps its length: a member without
 * remaining fields becomes null, so that no item disappears.
 */
export function keepFields(value: unknown, kept: KeptFields, depth = 0): unknown {
  if (depth > DEPTH_LIMIT) return null
  if (value === null) return null
  if (kept === true) return isScalar(value) ? value : undefined
  if (Array.isArray(value)) return value.map((member) => keepFields(member, kept, depth + 1) ?? null)
  if (isScalar(value)) return scalarToo.has(kept) ? value : undefined
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([field, member]: [string, unknown]) => {
      const inner = Object.hasOwn(kept, field) ? kept[field] : undefined
      const rest = inner === undefined ? undefined : keepFields(member, inner, depth + 1)
      return rest === undefined ? [] : [[field, rest]]
    }),
  )
}
