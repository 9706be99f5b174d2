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
    'exceto',
    'omitir',
  ],
  en: [
    'without',
    'no',
    'hold',
    'remove',
    'removed',
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
    "don't include",
    'do not include',
    "don't want",
    'do not want',
  ],
  es: [
    ...['sin', 's/', 'no', 'quitar', 'quita', 'quite', 'quítale', 'retirar', 'remover', 'sacar', 'saca', 'eliminar'],
    ...['elimina', 'excluir', 'omitir', 'excepto', 'nada de'],
  ],
}

/** The same in languages of guests that no screen speaks. Looked for on every screen beside the lists. */
export const FOREIGN_REMOVAL_WORDS: readonly string[] = [
  ...['ohne', 'kein', 'keine', 'keinen', 'sans', 'pas de', 'senza', 'niente', 'zonder', 'geen', 'bez', 'без'],
  ...['utan', 'uden', 'uten', 'بدون', 'ללא', 'בלי'],
]

/** In front of what is taken away. */
const SIGNS = /^\s*(?:❌|✖|✗|✘|🚫|⛔|➖|⊖|\u2212|\(\s*[-–]\s*\))\p{M}*\s*/u

/** In the name of a group these may stand anywhere: "Deseja retirar algum ingrediente?". */
const VERBS: ReadonlySet<string> = new Set([
  'retirar',
  'retire',
  'remover',
  'remova',
  'tirar',
  'excluir',
  'quitar',
  'sacar',
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
  ...['retirados', 'excluíd', 'eliminad', 'quitad', 'indesejad', 'unwanted', 'subtract'],
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

/**
 * Before another word than a general one, these describe the options of their group and take nothing away: "Sem custo: Ketchup",
 * "Sem álcool: Suco de uva"; not "Sem qual ingrediente?".
 */
const DESCRIBES =
  /^[^\p{L}\p{N}]*(?:sem|sin|no|without|zero|sans|ohne|kein\p{L}{0,2}|senza|zonder|geen|bez|без)[^\p{L}\p{N}]+(?!ingredi|ite[mn]|alg|any|some|qua|cual|que|o que|what|which)[\p{L}\p{N}]/u
/** A group of additions too: what is in it may be either. */
const ADDS = /\b(?:adicion|acrescent|agreg|anadir|add|incluir|include|troca|substitu|swap|replace|cambi)/u
/** Not the customer's pick-up: "Retirar no balcão". */
const PICK_UP = /\b(?:retirar|retire|retirada)\W+(?:no|na|em|en)\b/u
/** "no" means "in the" in Portuguese, and is part of a number: "No pão francês", "Nº 12", "No, obrigado". */
const OTHER_NO =
  /^\W*no(?:\W*\d|\W*,|\W+(?:pao|prato|ponto|capricho|espeto|palito|forno|copo|balde|pote|cone|vapor|carvao|local|balcao|salao|dente|kilo|quilo|thanks?|gracias|obrigad))/u

/** Answers to the question of a group: "Retirar cebola?: Sim", "Alergias: nenhuma", "Retirar ingredientes: Não retirar". */
const YES = /^\W*(?:sim|si|yes|ok|quero|quiero)\W*$/u
const NO_FORMS = [
  '(?:nao|no)(?:[ ,]+(?:tenho|possuo|ha|tem|tengo|hay|quero|quiero|obrigad[oa]|thanks?|thank you|gracias))?(?: alergias?)?',
  '(?:nao|no|sem|sin) (?:retirar|remover|tirar|quitar|sacar|eliminar|remove)(?: (?:nada|algo|anything|ingredientes?|itens))?',
  '(?:no|sem|sin) (?:allerg(?:y|ies)|changes?|removals?|alterac(?:ao|oes)|cambios)',
  '(?:nenhuma?|ningun[oa]?|none|nothing|nada|sem|sin)(?: (?:alergias?|ingredientes?|ite[mn]s?))?',
  ...['n/a', 'complet[oa]', 'com tudo', 'con todo'],
]
const NO = new RegExp(`^\\W*(?:${NO_FORMS.join('|')})\\W*$`, 'u')

/** Whether the text only denies what its group asks for. */
export const isDenial = (text: string): boolean => NO.test(folded(text))
export const isConsent = (text: string): boolean => YES.test(folded(text))

/** An answer alone ("Gelo: Sem") names no ingredient. */
const namesSomething = (rest: string | undefined): boolean => rest !== undefined && /[\p{L}\p{N}]/u.test(rest)

/** The end of a text in brackets, or behind a colon, a dash or a question: "Cebola (retirar)", "Picles - sem", "Onion: none". */
const ENDING = /[\p{L}\p{N}]\s*(?:\(|\[|[:?]|\s[-–—])\s*(?<word>[\p{L}/.]+)\s*[)\]]?\W*$/u
const IS_OUT =
  /^(?:nao|none|nenhuma?|ninguna?|nothing|nada|off|removed|removid[oa]s?|retirad[oa]s?|excluid[oa]s?|eliminad[oa]s?|quitad[oa]s?)$/u
/** These deny a removal before them: "Retirar cebola? Não". */
const IS_NOT = /^(?:nao|no|off)$/u

/** Whether the text itself says that it is a removal: "Sem cebola", "Cebola (retirar)". */
export const saysRemoval = (text: string, words: readonly string[]): boolean => {
  if (SIGNS.test(text)) return true
  const plain = folded(text)
  if (OTHER_NO.test(plain) || NO.test(plain)) return false
  const end = folded(ENDING.exec(text.normalize('NFKC'))?.groups?.word ?? '')
  if (namesSomething(restAfterWord(text, words))) return !IS_NOT.test(end)
  return end !== '' && (IS_OUT.test(end) || restAfterWord(end, words) === '')
}

/** Whether the options of the group are taken away: "Retirar ingredientes". */
export function isRemovalGroup(group: string, words: readonly string[]): boolean {
  const plain = folded(group)
  if (DESCRIBES.test(plain) || PICK_UP.test(plain) || OTHER_NO.test(plain)) return false
  const rest = restAfterWord(group, words)
  if (rest !== undefined) return !ADDS.test(rest)
  return !ADDS.test(plain) && [verbsOf(words), GROUPS].some((list) => foundWords(group, list, isNeverInside).length > 0)
}

/** Whether the group of an option says that it is taken away: "Retirar ingredientes: Cebola", "Sem cebola: Sim". */
export const isTakenByGroup = (group: string | undefined, name: string, words: readonly string[]): boolean =>
  group !== undefined &&
  !isDenial(name) &&
  (isRemovalGroup(group, words) || (isConsent(name) && saysRemoval(group, words)))
