import type { Locale } from '../contract/settings.ts'
import { firstCharacters } from '../order/order-cut.ts'
import { folded, foundWords, isLetter, restAfterWord, withoutEnd, wordsOf } from '../text/folded-text.ts'
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

/** A removal stands in the first or the last characters of a text; the others are not looked at. */
const SEEN_CHARACTERS = 80
const seen = (text: string): string => {
  const whole = text.trim()
  return whole.length <= 2 * SEEN_CHARACTERS
    ? whole
    : `${firstCharacters(whole, SEEN_CHARACTERS)} … ${whole.slice(-SEEN_CHARACTERS)}`
}

/** In front of what is taken away. */
const SIGNS = /^(?:[❌✖✗✘❎🚫⛔➖⊖🙅✂\u2212]|[([]\s*[-–]\s*[)\]])/u
/** The same after it. */
const SIGN_AFTER = /[❌✖✗✘❎🚫⛔➖🙅]\p{M}*$/u
const STRUCK_TAG = /^<(?:s|strike|del)>./u
const STROKE = /[\u0335-\u0338]/u
const MARK = /\p{M}/u

/** Whether every letter is crossed out. */
function isCrossed(text: string): boolean {
  let last: 'none' | 'plain' | 'crossed' = 'none'
  for (const character of text) {
    const isNext = isLetter(character)
    if (last === 'plain' && !MARK.test(character)) return false
    if (isNext) last = 'plain'
    else if (STROKE.test(character) && last === 'plain') last = 'crossed'
  }
  return last === 'crossed'
}

const isStruck = (text: string): boolean =>
  SIGN_AFTER.test(text) ||
  STRUCK_TAG.test(text) ||
  (text.length > 4 && text.startsWith('~~') && text.endsWith('~~')) ||
  isCrossed(text)

/** Conjugations of the verbs. */
const FORMS =
  /^\W*(?:(?:quit|retir|elimin)(?:ar|a|am|em|an|en|ad[oa]s?)(?:l[eoa]s?|me)?|quite(?:l[eoa]s?|(?= (?:el|la|los|las)\b))|(?:retir|elimin)e(?:l[eoa]s?)?|dispenso|dispensa(?= (?:o|a|os|as)\b)|sa(?:car|ca|que)(?:l[eoa]s?|me)|remov(?:a|e|am|em|id[oa]s?)|remuev[ae]n?|remocao de|omit(?:a|e|id[oa]s?)n?|exclu(?:a|i|am|ya|id[oa]s?)|suprim(?:ir|a|e|id[oa]s?))(?!\p{L})/u
/** English verbs around their object: "Leave the onions out". */
const LEAVE: ReadonlySet<string | undefined> = new Set(['leave', 'take', 'cut', 'keep'])
const AWAY: ReadonlySet<string | undefined> = new Set(['out', 'off', 'away'])
const isAround = (words: readonly string[]): boolean =>
  words.length > 2 && LEAVE.has(words[0]) && AWAY.has(words.at(-1))

const NEVER: ReadonlySet<string | undefined> = new Set(['nao', 'nunca', 'jamais'])
const VERB =
  /^(?:\p{L}+[aeio]r|com[eo]|va|tem|(?:ponh|bot|coloqu|us|mand|inclu|adicion|acrescent|lev|pass|envi|quer|gost|vai|tenh|serv|precis)\p{L}*)$/u
const DONT = /^(?:never|don'?t|do not) \p{L}/u
/** "Não ponha cebola", "Don’t use garlic": a verb is denied; not "Não alcoólica". */
const isNegated = (words: readonly string[]): boolean =>
  (NEVER.has(words[0]) && VERB.test(words[1] ?? '')) || DONT.test(words.slice(0, 3).join(' '))

/** Before a request. */
const POLITE =
  /^\W*(?:(?:sim|si|yes|obs|nota|note|por favor|favor|pfv?|please|pls|plz|quero|quiero|quer|quieres?|deseja|deseas?|gostaria|pode(?:ria|m)?|puede[ns]?|podria[ns]?|(?:can|could) you|eu|yo|ser|vir|mandar|fazer)\W+)+/u
const NEGATIONS: ReadonlySet<string | undefined> = new Set([...NEVER, 'no', 'not', 'never', "don't", 'dont'])
const BETWEEN: ReadonlySet<string | undefined> = new Set(
  listed('me, le, la, lo, se, quero, quiero, want, need, precisa, to'),
)
const TAKES =
  /^(?:retir|remov|remuev|tir(?:ar|e|em|a)\b|exclu|quit|saca?r?\b|saque|elimin|omit|dispens|sem\b|sin\b|hold|skip|leave|take|esque|forget|olvid|deix|dej|pode(?:m)? faltar|puede faltar)/u

/** Denies a removal, or asks for what must not be missing: "Não retirar", "No quitar", "Don't hold", "Não esquecer". */
function isNotTaken(words: readonly string[]): boolean {
  let at = words[0] === 'do' && words[1] === 'not' ? 2 : 1
  if (at === 1 && !NEGATIONS.has(words[0])) return false
  while (BETWEEN.has(words[at])) at += 1
  return TAKES.test(words.slice(at, at + 2).join(' '))
}

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
const PLACE_OF: ReadonlySet<string | undefined> = new Set(['no', 'na', 'em', 'en'])
/** Not the customer's pick-up: "Retirar no balcão". */
const isPickUp = (words: readonly string[]): boolean =>
  words.some(
    (word, at) =>
      (/^retir\p{L}/u.test(word) && PLACE_OF.has(words[at + 1])) ||
      /^retirada d[eo] pedido/u.test(words.slice(at, at + 3).join(' ')),
  )
/** "no" means "in the" in Portuguese, and is part of a number: "No pão francês", "Nº 12", "No, obrigado". */
const OTHER_NO =
  /^\W*86\W*(?:%|g|gr|kg|ml|l|k?cal|cm|un)\b|^\W*tiras?(?:.?gosto|\W+de)\b|^\W*no(?:\W*\d|\W*,|\W+(?:pao|prato|ponto|capricho|espeto|palito|forno|copo|balde|pote|cone|vapor|carvao|local|balcao|salao|dente|kilo|quilo|picante|alcohol\p{L}*|thanks?|gracias|obrigad))/u

/** Answers to the question of a group: "Retirar cebola?: Sim", "Alergias: nenhuma", "Retirar ingredientes: Não retirar". */
const YES =
  /^\W*(?:sim|si|yes|ok|quero|quiero)(?:\W+(?:por favor|please|gracias|obrigad[oa]|retirar|quitar|remover))?\W*$/u
const NO =
  /^\W*(?:(?:nao|no)(?:[ ,]+(?:tenho|possuo|ha|tem|tengo|hay|quero|quiero|obrigad[oa]|thanks?|thank you|gracias))?(?: alergias?)?|(?:nao|no|sem|sin) (?:retirar|remover|tirar|quitar|sacar|eliminar|remove)(?: (?:nada|algo|anything|ingredientes?|itens))?|(?:no|sem|sin) (?:allerg(?:y|ies)|changes?|removals?|alterac(?:ao|oes)|cambios)|(?:nenhuma?|ningun[oa]?|none|nothing|nada|sem|sin)(?: (?:alergias?|ingredientes?|ite[mn]s?))?|(?:(?:nao|no)[ ,]+)?(?:manter|mantener|keep|deixar|dejar|leave)(?: (?:tudo|todos?|todas?|everything|all|it|them|as is|assim|asi))*|(?:nao|no) (?:quero|quiero|desejo|deseo) (?:retirar|remover|tirar|quitar|sacar|eliminar)(?: (?:nada|algo))?|n\/a|complet[oa]|com tudo|con todo)\W*$/u
/** "Não quero retirar nenhum ingrediente". */
const NONE_TAKEN =
  /^\W*(?:nao|no) (?:quero|quiero|desejo|deseo) (?:retirar|remover|tirar|quitar|sacar|eliminar) (?:nenhum|ningun)/u

const denies = (plain: string): boolean => NO.test(plain) || NONE_TAKEN.test(plain)
/** Whether the text only denies what its group asks for. */
export const isDenial = (text: string): boolean => denies(folded(seen(text)))
export const isConsent = (text: string): boolean => YES.test(folded(seen(text)))

/** An answer alone ("Gelo: Sem") names no ingredient. */
const namesSomething = (rest: string | undefined): boolean => rest !== undefined && /[\p{L}\p{N}]/u.test(rest)

const NO_LETTER = /[^\p{L}\p{N}]/u
const IN_ENDING = /[\p{L}/.'\s]/u
const BEFORE_ENDING = /(?:[([:?=,]|\s[-–—])$/u

/** The end of a text in brackets, or behind a sign: "Cebola (retirar)", "Picles - sem", "Onion: none", "Cebola, não colocar". */
function endingOf(plain: string): string | undefined {
  const text = withoutEnd(plain, NO_LETTER)
  const before = withoutEnd(text, IN_ENDING)
  const sign = BEFORE_ENDING.exec(before.slice(-2))?.[0]
  const named = sign === undefined ? '' : before.slice(0, -sign.length).trimEnd()
  return isLetter(named.at(-1)) ? text.slice(before.length).trim() || undefined : undefined
}
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
  const short = seen(text)
  if (SIGNS.test(short) || isStruck(text.trim())) return true
  const plain = folded(short).replace(POLITE, '')
  const said = wordsOf(plain)
  if (OTHER_NO.test(plain) || denies(plain) || isNotTaken(said) || isPickUp(said)) return false
  if (isAround(said)) return true
  const end = endingOf(plain) ?? LAST_WORD.exec(plain)?.groups?.end ?? ''
  const names = namesSomething(restAfterWord(plain, words)) || FORMS.test(plain) || isNegated(said)
  if (names) return !IS_NOT.test(end)
  return end !== '' && isOut(end, words)
}

/** Whether the options of the group are taken away: "Retirar ingredientes". */
export function isRemovalGroup(group: string, words: readonly string[]): boolean {
  const short = seen(group)
  const plain = folded(short)
  if (DESCRIBES.test(plain) || isPickUp(wordsOf(plain)) || OTHER_NO.test(plain)) return false
  const rest = restAfterWord(plain, words)
  if (rest !== undefined) return !ADDS.test(rest)
  if (ADDS.test(plain)) return false
  return (
    UNWANTED.test(plain) || [verbsOf(words), GROUPS].some((list) => foundWords(short, list, isNeverInside).length > 0)
  )
}

/** Whether the name is an answer to its group that takes it away: "Cebola: Sem", "Onions? No"; no answer about an allergy. */
const isAnsweredOut = (group: string, name: string, words: readonly string[]): boolean =>
  isOut(withoutEnd(folded(seen(name)).replace(/^\W+/u, ''), /\W/u), words) &&
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
