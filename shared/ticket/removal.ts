import type { Locale } from '../contract/settings.ts'
import { folded, foundWords, restAfterWord } from '../text/folded-text.ts'

/**
 * Words with which an option, or the group of an option, begins when the guest takes an ingredient away. A kitchen can
 * change them. Compared as whole words: "Semolina" and "Nozes" are no removals.
 */
export const REMOVAL_WORDS: Readonly<Record<Locale, readonly string[]>> = {
  'pt-BR': [
    'sem',
    's/',
    'retirar',
    'retire',
    'retira',
    'remover',
    'remova',
    'remove',
    'tirar',
    'tire',
    'evitar',
    'excl.',
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
    'não botar',
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
    'minus',
    'hold off',
    'removal',
    'excl.',
    'i do not want',
    "i don't want",
    "don't add",
    'do not add',
  ],
  es: ['sin', 's/', 'no', 'quitar', 'quita', 'quite', 'retirar', 'remover', 'sacar', 'eliminar', 'excluir', 'nada de'],
}

/** The same in languages of guests that no screen speaks. Looked for on every screen beside the lists. */
export const FOREIGN_REMOVAL_WORDS: readonly string[] = [
  ...['ohne', 'kein', 'keine', 'keinen', 'sans', 'pas de', 'senza', 'niente', 'zonder', 'geen', 'bez', 'без'],
]

/** In front of what is taken away. */
const SIGNS = /^\s*(?:❌|✖|✗|✘|🚫|⛔)\p{M}*\s*/u

/** In the name of a group these may stand anywhere: "Deseja retirar algum ingrediente?". */
const VERBS: ReadonlySet<string> = new Set([
  'retirar',
  'retire',
  'remover',
  'remova',
  'tirar',
  'excluir',
  'quitar',
  'eliminar',
  'remove',
  'exclude',
  'leave out',
])
/** The same as nouns and questions, which name a group and begin no option: "Remoções", "O que não vai?". */
const GROUPS: readonly string[] = [
  'remoção',
  'remoções',
  'removid',
  'removal',
  'remociones',
  'exclusão',
  'exclusões',
  'exclusion',
  'retirada de ingredient',
  'retirada de iten',
  'que não quer',
  'que não vai',
  'que não deseja',
  'que no quier',
  'que no lleva',
  'you do not want',
  "you don't want",
  'entfernen',
  'weglassen',
  'retirer',
  'enlever',
  'togliere',
  'rimuovere',
]
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
  /^\W*(?:sem|sin|no|without|zero|sans|ohne|senza)\W+(?:alcool|alcohol|alkohol|gluten|lactose|lactosa|acucar|azucar|sugar|carne|meat|gas|cafeina|caffeine|leite|leche|dairy|pimenta|spicy|spice)\W*$/u
/** Not the customer's pick-up: "Retirar no balcão". */
const PICK_UP = /\b(?:retirar|retire|retirada)\W+(?:no|na|em|en)\b/u
/** "no" means "in the" in Portuguese, and is part of a number: "No pão francês", "Nº 12", "No, obrigado". */
const OTHER_NO =
  /^\W*no(?:\W*\d|\W*,|\W+(?:pao|prato|ponto|capricho|espeto|palito|forno|copo|balde|pote|cone|vapor|carvao|local|balcao|salao|dente|kilo|quilo|thanks?|gracias|obrigad))/u

/** An answer alone ("Gelo: Sem") names no ingredient. */
const namesSomething = (rest: string | undefined): boolean => rest !== undefined && /[\p{L}\p{N}]/u.test(rest)

/** The end of a text in brackets, or behind a colon or a dash: "Cebola (retirar)", "Picles - sem". */
const ENDING = /[\p{L}\p{N}]\s*(?:\(|\[|:|\s[-–—])\s*(?<word>[\p{L}/.]+)\s*[)\]]?\W*$/u

const endsWithRemoval = (text: string, words: readonly string[]): boolean => {
  const word = ENDING.exec(text.normalize('NFKC'))?.groups?.word
  return word !== undefined && restAfterWord(word, words) === ''
}

/** Whether the text itself says that it is a removal: "Sem cebola", "Cebola (retirar)". */
export const saysRemoval = (text: string, words: readonly string[]): boolean => {
  if (SIGNS.test(text)) return true
  if (OTHER_NO.test(folded(text))) return false
  return namesSomething(restAfterWord(text, words)) || endsWithRemoval(text, words)
}

/** Whether the options of the group are taken away: "Retirar ingredientes". */
export function isRemovalGroup(group: string | undefined, words: readonly string[]): boolean {
  if (group === undefined) return false
  const plain = folded(group)
  if (DESCRIBES.test(plain) || PICK_UP.test(plain) || OTHER_NO.test(plain)) return false
  if (restAfterWord(group, words) !== undefined) return true
  return [verbsOf(words), GROUPS].some((list) => foundWords(group, list, isNeverInside).length > 0)
}
