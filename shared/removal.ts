import { folded, foundWords, restAfterWord } from './folded-text.ts'
import type { Locale } from './settings.ts'

/**
 * Words with which an option, or the group of an option, begins when the guest takes an ingredient away. A kitchen can
 * change them. Compared as whole words: "Semolina" and "Nozes" are no removals.
 */
export const REMOVAL_WORDS: Readonly<Record<Locale, readonly string[]>> = {
  'pt-BR': [
    'sem',
    'retirar',
    'retire',
    'remover',
    'remova',
    'tirar',
    'tire',
    'excluir',
    'exclua',
    'dispensar',
    'deixar de fora',
    'não colocar',
    'não coloque',
    'não adicionar',
    'não incluir',
    'não quero',
    'não por',
    'nada de',
  ],
  en: [
    'without',
    'no',
    'hold',
    'remove',
    'leave out',
    'leave off',
    'take off',
    'omit',
    'exclude',
    'skip',
    'w/o',
    "don't add",
    'do not add',
  ],
  es: ['sin', 'no', 'quitar', 'quita', 'quite', 'retirar', 'remover', 'sacar', 'eliminar', 'excluir', 'nada de'],
}

/** In the name of a group these may stand anywhere: "Deseja retirar algum ingrediente?". */
const VERBS: ReadonlySet<string> = new Set([
  'retirar',
  'remover',
  'tirar',
  'excluir',
  'quitar',
  'eliminar',
  'remove',
  'exclude',
  'leave out',
])
const isNeverInside = (): boolean => false
const verbLists = new WeakMap<readonly string[], readonly string[]>()

/** The verbs among the words in force. Kept for each list: a board asks for every option. */
function verbsOf(words: readonly string[]): readonly string[] {
  const verbs = verbLists.get(words) ?? words.filter((word) => VERBS.has(word))
  verbLists.set(words, verbs)
  return verbs
}

/** Groups that describe their options, and take nothing away: "Sem álcool: Suco de uva". */
const DESCRIBES =
  /^\W*(?:sem|sin|no|without|zero)\W+(?:alcool|alcohol|gluten|lactose|lactosa|acucar|azucar|sugar|carne|meat|gas|cafeina|caffeine|leite|leche|dairy|pimenta|spicy|spice)\W*$/u
/** Not the customer's pick-up: "Retirar no balcão". */
const PICK_UP = /\b(?:retirar|retire|retirada)\W+(?:no|na|em|en)\b/u
/** "no" means "in the" in Portuguese, and is part of a number: "No pão francês", "Nº 12", "No, obrigado". */
const OTHER_NO =
  /^\W*no(?:\W*\d|\W*,|\W+(?:pao|prato|ponto|capricho|espeto|palito|forno|copo|balde|pote|cone|vapor|carvao|local|balcao|salao|dente|kilo|quilo|thanks?|gracias|obrigad))/u

/** An answer alone ("Gelo: Sem") names no ingredient. */
const namesSomething = (rest: string | undefined): boolean => rest !== undefined && /[\p{L}\p{N}]/u.test(rest)

/** Whether the text itself begins with a word of removal: "Sem cebola". */
export const beginsWithRemoval = (text: string, words: readonly string[]): boolean =>
  namesSomething(restAfterWord(text, words)) && !OTHER_NO.test(folded(text))

/** Whether the options of the group are taken away: "Retirar ingredientes". */
export function isRemovalGroup(group: string | undefined, words: readonly string[]): boolean {
  if (group === undefined) return false
  const plain = folded(group)
  if (DESCRIBES.test(plain) || PICK_UP.test(plain) || OTHER_NO.test(plain)) return false
  if (restAfterWord(group, words) !== undefined) return true
  return foundWords(group, verbsOf(words), isNeverInside).length > 0
}
