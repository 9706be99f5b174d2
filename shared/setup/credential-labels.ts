import { folded } from '../text/folded-text.ts'

/** What a label or key says about its value. `other`: none of the credentials, for example the id of the shop. */
export type Label = 'address' | 'hash' | 'clientId' | 'clientSecret' | 'other'

const MAX_CHARACTERS = 60
const MAX_WORDS = 6

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const SECRET = setOf('secret secreto secreta segredo senha password passwd pwd contrasena clave chave')
const ID = setOf('id identificacao identificacion identificador identifier usuario username login')
const ADDRESS = setOf('url uri endereco direccion address endpoint host')
const WEAK_ADDRESS = setOf('api base server servidor root link')
const HASH = setOf('hash codigo code')
/** Of something else, whatever stands beside them. */
const ELSEWHERE = setOf('webhook callback redirect token auth oauth scope portal docs')
/** Of the shop. Its id and its address are none of the app. */
const SHOP = setOf('merchant store loja tienda shop restaurante')
const BETWEEN = setOf(
  'client cliente app aplicativo aplicacao aplicacion application o a do da de del la el e y and of the',
)
const KNOWN = [SECRET, ID, ADDRESS, WEAK_ADDRESS, HASH, ELSEWHERE, SHOP, BETWEEN]

/** `clientId`, `CLIENT_ID` and "Client ID" have the same words. */
function wordsOf(text: string): readonly string[] {
  return folded(text.replaceAll(/[A-Z][a-z]/g, ' $&')).match(/[a-z\d]+/g) ?? []
}

/** What a label or key says about its value; `undefined`: it is no label. Portuguese, English, Spanish. */
export function labelOf(text: string): Label | undefined {
  if (text.length > MAX_CHARACTERS) return undefined
  const words = wordsOf(text)
  if (words.length === 0 || words.length > MAX_WORDS) return undefined
  const has = (list: ReadonlySet<string>): boolean => words.some((word) => list.has(word))
  if (has(ELSEWHERE) && !words.includes('client')) return 'other'
  if (has(SECRET)) return has(ID) || has(ADDRESS) ? undefined : 'clientSecret'
  if (has(SHOP) && !words.includes('client')) return has(ID) || has(ADDRESS) ? 'other' : undefined
  if (has(ADDRESS)) return 'address'
  if (has(ID)) return 'clientId'
  if (has(WEAK_ADDRESS)) return 'address'
  return has(HASH) ? 'hash' : undefined
}

/** Whether a line is a label whose value stands elsewhere. A value that has such a word inside, "app-secret-7", is none. */
export const isLabelAlone = (text: string): boolean =>
  labelOf(text) !== undefined && wordsOf(text).every((word) => KNOWN.some((list) => list.has(word)))
