import { firstCharacters } from '../../shared/order/order-cut.ts'

type Merchant =
  | { readonly id?: string | undefined; readonly name?: string | undefined; readonly externalCode?: string | undefined }
  | undefined

/** The end of a long id distinguishes: platforms number establishments consecutively. */
const ID_CHARACTERS = 8
/** Name and id together fit the chip of a ticket. */
const MAX_NAME_CHARACTERS = 80
const MAX_MARK_CHARACTERS = 36
/** More establishments than one credential serves; beyond it an id is shown beside every name. */
const MAX_MERCHANTS = 1_000

const nameKey = (name: string): string => name.trim().toLowerCase()
const keyOf = ({ id, externalCode }: NonNullable<Merchant>): string => id ?? externalCode ?? ''

/** Labels that distinguish the establishments of the orders so far. */
export function createMerchants() {
  /** The establishments by name, each by its own id. */
  const known = new Map<string, Map<string, NonNullable<Merchant>>>()
  let count = 0

  /** The code, else the end of the id, else the whole id where two ends are equal. */
  const distinguishingMark = (
    merchant: NonNullable<Merchant>,
    namesakes: Iterable<NonNullable<Merchant>>,
  ): string | undefined => {
    const others = [...namesakes].filter((other) => keyOf(other) !== keyOf(merchant))
    const { externalCode, id } = merchant
    if (externalCode !== undefined && others.every((other) => other.externalCode !== externalCode)) return externalCode
    if (id === undefined) return externalCode
    const end = id.slice(-ID_CHARACTERS).toWellFormed()
    return others.every((other) => !other.id?.endsWith(end)) ? end : id
  }

  return {
    /** The name. The code or the id is added when another establishment has the same name or this one has none. */
    label(merchant: Merchant): string | undefined {
      if (merchant === undefined) return undefined
      const name = merchant.name?.trim() ?? ''
      if (name === '') return merchant.externalCode ?? merchant.id
      const namesakes = known.get(nameKey(name))
      const isAlone = (namesakes?.size ?? 0) <= 1 && count < MAX_MERCHANTS
      if (isAlone) return merchant.name
      const mark = distinguishingMark(merchant, namesakes?.values() ?? [])
      return mark === undefined
        ? merchant.name
        : `${firstCharacters(name, MAX_NAME_CHARACTERS)} · ${mark.slice(-MAX_MARK_CHARACTERS)}`
    },
    /** Adds an establishment; true when labels that were given before may have changed. */
    record(merchant: Merchant): boolean {
      if (merchant === undefined || count >= MAX_MERCHANTS) return false
      const name = nameKey(merchant.name ?? '')
      const namesakes = known.get(name) ?? new Map<string, NonNullable<Merchant>>()
      if (namesakes.has(keyOf(merchant))) return false
      namesakes.set(keyOf(merchant), { id: merchant.id, name: merchant.name, externalCode: merchant.externalCode })
      known.set(name, namesakes)
      count += 1
      return name !== '' && namesakes.size > 1
    },
  }
}
