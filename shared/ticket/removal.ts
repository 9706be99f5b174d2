import type { Locale } from '../contract/settings.ts'
import { folded, foundWords, restAfterWord } from '../text/folded-text.ts'
import { listed } from '../text/visible-text.ts'
import { isStatement } from './allergy.ts'

/**
 * Words with which an option, or the group of an option, begins when the guest takes an ingredient away. A kitchen can
 * change them. Compared as whole words: "Semolina" and "Nozes" are no removals.
 */
export const REMOVAL_WORDS: Readonly<Record<Locale, readonly string[]>> = {
  'pt-BR': listed(`
    sem, s/, retirar, retire, retira, remover, remova, remove, tirar, tire, tira, evitar, excl., excluir, exclua,
    dispensar, deixar de fora, não colocar, não coloque, não adicionar, não incluir, não quero, não por, não botar,
    nada de, exceto, omitir
  `),
  en: listed(`
    without, no, hold, remove, removed, leave out, leave off, take off, omit, exclude, skip, w/o, minus, hold off,
    removal, excl., i do not want, i don't want, don't add, do not add, don't include, do not include, don't want,
    do not want, 86, except, excluding, delete, get rid of, nix, drop the, lose the, take out the
  `),
  es: listed(`
    sin, s/, no, quitar, quita, quítale, retirar, remover, sacar, saca, eliminar, elimina, excluir, omitir, evitar,
    excepto, salvo, nada de, no incluir, no agregar, no añadir
  `),
}

/** The same in languages of guests that no screen speaks. Looked for on every screen beside the lists. */
export const FOREIGN_REMOVAL_WORDS: readonly string[] = listed(`
  ohne, kein, keine, keinen, sans, pas de, senza, niente, zonder, geen, bez, без, utan, uden, uten, بدون, ללא, בלי
`)

/** In front of what is taken away. */
const SIGNS = /^\s*(?:[❌✖✗✘❎🚫⛔➖⊖🙅✂\u2212]|[([]\s*[-–]\s*[)\]])/u
/** The same after it, and letters that are crossed out. */
const STRUCK =
  /[❌✖✗✘❎🚫⛔➖🙅]\p{M}*\s*$|^\s*(?:~~.+~~|<(?:s|strike|del)>.+|(?:[\p{L}\p{N}]\p{M}?[\u0335-\u0338][^\p{L}\p{N}]*)+)\s*$/u
/** Conjugations of the verbs. */
const FORMS = new RegExp(
  `^\\W*(?:${[
    '(?:quit|retir|elimin)(?:ar|a|am|em|an|en|ad[oa]s?)(?:l[eoa]s?|me)?',
    'quite(?:l[eoa]s?|(?= (?:el|la|los|las)\\b))|(?:retir|elimin)e(?:l[eoa]s?)?',
    'dispenso|dispensa(?= (?:o|a|os|as)\\b)',
    'sa(?:car|ca|que)(?:l[eoa]s?|me)',
    'remov(?:a|e|am|em|id[oa]s?)',
    'remuev[ae]n?',
    'remocao de',
    'omit(?:a|e|id[oa]s?)n?',
    'exclu(?:a|i|am|ya|id[oa]s?)',
    'suprim(?:ir|a|e|id[oa]s?)',
  ].join('|')})(?!\\p{L})`,
  'u',
)
/** English verbs around their object: "Leave the onions out". */
const AROUND = /^\W*(?:leave|take|cut|keep)\W+\p{L}.*\W(?:out|off|away)\W*$/u
/** "Não ponha cebola", "Don’t use garlic": a verb is denied; not "Não alcoólica". */
const NEGATION =
  /^\W*(?:(?:nao|nunca|jamais)\W+(?:\p{L}+[aeio]r\b|(?:ponh|bot|coloqu|us|mand|inclu|adicion|acrescent|lev|pass|envi|quer|gost|com[eo]\b|vai|va\b|tem\b|tenh|serv|precis)\p{L}*)|(?:never|do not|don'?t)\W+\p{L})/u
/** Before a request. */
const POLITE =
  /^\W*(?:(?:sim|si|yes|obs|nota|note|por favor|favor|pfv?|please|pls|plz|quero|quiero|quer|quieres?|deseja|deseas?|gostaria|pode(?:ria|m)?|puede[ns]?|podria[ns]?|(?:can|could) you|eu|yo|ser|vir|mandar|fazer)\W+)+/u
/** Denies a removal, or asks for what must not be missing: "Não retirar", "No quitar", "Don't hold", "Não esquecer". */
const NOT_TAKEN =
  /^\W*(?:nao|no|not|do not|don'?t|never|nunca)\W+(?:(?:me|le|la|lo|se|quero|quiero|want|need|precisa|to)\W+)*(?:retir|remov|remuev|tir(?:ar|e|em|a)\b|exclu|quit|saca?r?\b|saque|elimin|omit|dispens|sem\b|sin\b|hold|skip|leave|take|esque|forget|olvid|deix|dej|pode(?:m)? faltar|puede faltar)/u

/** In the name of a group these may stand anywhere: "Deseja retirar algum ingrediente?". */
const VERBS: ReadonlySet<string> = new Set(
  listed('retirar, retire, remover, remova, tirar, excluir, quitar, sacar, eliminar, remove, exclude, leave out'),
)
/** The same as nouns and questions, which name a group and begin no option: "Remoções", "O que não vai?". */
const GROUPS: readonly string[] = listed(`
  remoção, remoções, removid, removal, remociones, exclusão, exclusões, exclusion, retirada de ingredient,
  retirada de iten, retirados, excluíd, eliminad, quitad, indesejad, unwanted, subtract, made without, leave off,
  leave out, leave it out, not included, take out, opções de retirada, quita ingredient, you do not want,
  you don't want, entfernen, weglassen, retirer, enlever, togliere, rimuovere
`)
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
  /^[^\p{L}\p{N}]*(?:sem|sin|no|without|zero|sans|ohne|kein\p{L}{0,2}|senza|zonder|geen|bez|без)[^\p{L}\p{N}]+(?!ingredi|ite[mn]|alg|any|some|qua|cual|que|o que|what|which|pon|inclu|quier|lleva|agreg|anad|ech)[\p{L}\p{N}]/u
/** "O que não vai?", "Tem algo que não gosta?", "Marque o que NÃO quer". */
const UNWANTED = /\bque\b.{0,20}\bn(?:ao|o) (?:quer|quier|vai|va\b|lleva|dese|gost|gust)|^\W*nao vai\W*$/u
/** A group of additions too: what is in it may be either. */
const ADDS = /\b(?:adicion|acrescent|agreg|anadir|add|incluir|include|troca|substitu|swap|replace|cambi)/u
/** Not the customer's pick-up: "Retirar no balcão". */
const PICK_UP = /\bretir\p{L}+\W+(?:no|na|em|en)\b|\bretirada\W+d[eo]\W+pedido/u
/** "no" means "in the" in Portuguese, and is part of a number: "No pão francês", "Nº 12", "No, obrigado". */
const OTHER_NO =
  /^\W*86\W*(?:%|g|gr|kg|ml|l|k?cal|cm|un)\b|^\W*tiras?(?:.?gosto|\W+de)\b|^\W*no(?:\W*\d|\W*,|\W+(?:pao|prato|ponto|capricho|espeto|palito|forno|copo|balde|pote|cone|vapor|carvao|local|balcao|salao|dente|kilo|quilo|picante|alcohol\p{L}*|thanks?|gracias|obrigad))/u

/** Answers to the question of a group: "Retirar cebola?: Sim", "Alergias: nenhuma", "Retirar ingredientes: Não retirar". */
const YES =
  /^\W*(?:sim|si|yes|ok|quero|quiero)(?:\W+(?:por favor|please|gracias|obrigad[oa]|retirar|quitar|remover))?\W*$/u
const NO_FORMS = [
  '(?:nao|no)(?:[ ,]+(?:tenho|possuo|ha|tem|tengo|hay|quero|quiero|obrigad[oa]|thanks?|thank you|gracias))?(?: alergias?)?',
  '(?:nao|no|sem|sin) (?:retirar|remover|tirar|quitar|sacar|eliminar|remove)(?: (?:nada|algo|anything|ingredientes?|itens))?',
  '(?:no|sem|sin) (?:allerg(?:y|ies)|changes?|removals?|alterac(?:ao|oes)|cambios)',
  '(?:nenhuma?|ningun[oa]?|none|nothing|nada|sem|sin)(?: (?:alergias?|ingredientes?|ite[mn]s?))?',
  '(?:(?:nao|no)[ ,]+)?(?:manter|mantener|keep|deixar|dejar|leave)(?: (?:tudo|todos?|todas?|everything|all|it|them|as is|assim|asi))*',
  '(?:nao|no) (?:quero|quiero|desejo|deseo) (?:retirar|remover|tirar|quitar|sacar|eliminar)(?: (?:nada|algo|nenhum.*|ningun.*))?',
  ...['n/a', 'complet[oa]', 'com tudo', 'con todo'],
]
const NO = new RegExp(`^\\W*(?:${NO_FORMS.join('|')})\\W*$`, 'u')

/** Whether the text only denies what its group asks for. */
export const isDenial = (text: string): boolean => NO.test(folded(text))
export const isConsent = (text: string): boolean => YES.test(folded(text))

/** An answer alone ("Gelo: Sem") names no ingredient. */
const namesSomething = (rest: string | undefined): boolean => rest !== undefined && /[\p{L}\p{N}]/u.test(rest)

/** The end of a text in brackets, or behind a sign: "Cebola (retirar)", "Picles - sem", "Onion: none", "Cebola, não colocar". */
const ENDING = /[\p{L}\p{N}]\s*(?:\(|\[|[:?=,]|\s[-–—])\s*(?<end>[\p{L}/.' ]+?)\s*[)\]]?\W*$/u
/** The same without a sign: "Cebola não", "Onions off". */
const LAST_WORD =
  /\p{L}{3}\s+(?<end>(?:nao|no)(?: (?:colocar|por|botar|usar|incluir|adicionar|poner|agregar))?|off|removed|removid[oa]s?|eliminad[oa]s?|excluid[oa]s?|quitad[oa]s?|(?<!\b(?:d[aeo]|para|por|na|em|en|a)\s+)retirad[oa]s?)\W*$/u
const IS_OUT =
  /^(?:nao|none|nenhuma?|ningun[oa]?|nothing|nada|off|removed|removid[oa]s?|retirad[oa]s?|excluid[oa]s?|eliminad[oa]s?|quitad[oa]s?)$/u
/** These deny a removal before them: "Retirar cebola? Não". */
const IS_NOT = /^(?:nao|no|off)$/u

/** Whether words alone take away what stands before them: "sem", "não colocar". */
const isOut = (plain: string, words: readonly string[]): boolean =>
  IS_OUT.test(plain) ||
  /^(?:nao|no) \p{L}+[aeio]r$|^(?:do not|don't) \p{L}+$/u.test(plain) ||
  (restAfterWord(plain, words) === '' && /\p{L}|86/u.test(plain))

/** Whether the text itself says that it is a removal: "Sem cebola", "Cebola (retirar)". */
export const saysRemoval = (text: string, words: readonly string[]): boolean => {
  if (SIGNS.test(text) || STRUCK.test(text)) return true
  const plain = folded(text).replace(POLITE, '')
  if (OTHER_NO.test(plain) || NO.test(plain) || NOT_TAKEN.test(plain) || PICK_UP.test(plain)) return false
  const end = (ENDING.exec(plain) ?? LAST_WORD.exec(plain))?.groups?.end ?? ''
  const names = namesSomething(restAfterWord(plain, words)) || FORMS.test(plain) || NEGATION.test(plain)
  if (AROUND.test(plain)) return true
  if (names) return !IS_NOT.test(end)
  return end !== '' && isOut(end, words)
}

/** Whether the options of the group are taken away: "Retirar ingredientes". */
export function isRemovalGroup(group: string, words: readonly string[]): boolean {
  const plain = folded(group)
  if (DESCRIBES.test(plain) || PICK_UP.test(plain) || OTHER_NO.test(plain)) return false
  const rest = restAfterWord(group, words)
  if (rest !== undefined) return !ADDS.test(rest)
  if (ADDS.test(plain)) return false
  return (
    UNWANTED.test(plain) || [verbsOf(words), GROUPS].some((list) => foundWords(group, list, isNeverInside).length > 0)
  )
}

/** Whether the name is an answer to its group that takes it away: "Cebola: Sem", "Onions? No"; no answer about an allergy. */
const isAnsweredOut = (group: string, name: string, words: readonly string[]): boolean =>
  isOut(folded(name).replaceAll(/^\W+|\W+$/gu, ''), words) &&
  !isStatement(group) &&
  !isRemovalGroup(group, words) &&
  !saysRemoval(group, words)

/** Whether an option only answers its group, which names what it is about. */
export const isAnswer = (group: string | undefined, name: string, words: readonly string[]): boolean =>
  group !== undefined && (isConsent(name) || isAnsweredOut(group, name, words))

/** Whether the group of an option says that it is taken away: "Retirar ingredientes: Cebola", "Sem cebola: Sim". */
export const isTakenByGroup = (group: string | undefined, name: string, words: readonly string[]): boolean => {
  if (group === undefined || group.trim() === '') return false
  if (isAnsweredOut(group, name, words)) return true
  return !isDenial(name) && (isRemovalGroup(group, words) || (isConsent(name) && saysRemoval(group, words)))
}
