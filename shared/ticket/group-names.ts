import { firstCharacters } from '../order/order-cut.ts'
import { folded, wordsOf } from '../text/folded-text.ts'

/** A longer name of a group is a text of its own. */
const MAX_GROUP = 80

/** The beginnings of words that say no more than that something is added: "Adicionais", "Side dishes", "Agregados". */
const PLAIN =
  /^(?:adici|adico|extras?$|acompan|opca|opco|opcion|option|complement|suplement|supplement|acrescim|increment|ite[mn]s?$|ingredient|prepar|bebidas?$|sobremesas?$|porcao$|porcoes$|guarnic|addition|add$|addons?$|choices?$|sides?$|topping|modif|drinks?$|beverage|dessert|agregad|postres?$|elecc)/
/** The beginnings of longer words around them: "Escolha até 3 adicionais", "Turbine seu lanche com extras". */
const AROUND =
  /^(?:seus|suas|mais|quer|dese|gostaria|escolh|selec|turbin|mont|forma|modo|metodo|inclu|acrescent|lanche|pedido|prato|pago|gratis|obrig|hasta|elij|elig|escoj|escog|agreg|anad|choose|your|with|more|pick|free|meal|order|dish|required)/
/** In a group these are no filling: "Sem adicionais". */
const DENIAL = /^(?:sem|sin|no|nao|non)$/
/** Alone these say nothing: "Bebida: Não alcoólica", "Opções: Grande", "Extras: Sim". */
const ADJECTIVE =
  /^(?:.|si|sim|no|nao|yes|sem|sin|com|con|gg|xl|nenhuma?|ningun[oa]?|none|with|without|grande|medi[oau]m?|pequen[oa]|normal|gelad[oa]|quente|fri[oa]|dupl[oa]|large|small|regular|cold|hot|double|doble)$/u

const lettersOf = (text: string): readonly string[] =>
  wordsOf(folded(firstCharacters(text, MAX_GROUP))).filter((word) => /\p{L}/u.test(word))

/** Filling: a word of three letters at most, and what stands around the names of groups. */
const isAround = (word: string): boolean => (word.length <= 3 && !DENIAL.test(word)) || AROUND.test(word)

const MOST_KEPT = 500
const kept = new Map<string, boolean>()

/** Kept: the orders of a board have the same groups. */
function addsNothing(group: string): boolean {
  const known = kept.get(group)
  if (known !== undefined) return known
  const words = lettersOf(group)
  const isPlain = words.some((word) => PLAIN.test(word)) && words.every((word) => PLAIN.test(word) || isAround(word))
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(group, isPlain)
  return isPlain
}

/** Whether the group says nothing that its option does not say: "Adicionais: Bacon", not "Borda: Cheddar". */
export function isPlainGroup(group: string, name: string): boolean {
  if (group.length > MAX_GROUP || !addsNothing(group)) return false
  const [first = '', ...others] = lettersOf(name)
  // A quantity or an adjective needs its group.
  return first !== '' && !(ADJECTIVE.test(first) && (first === 'nao' || others.every((word) => ADJECTIVE.test(word))))
}

/** By these the language of a group of removals is known; of two that fit, the first one is meant. */
const LANGUAGES: readonly { readonly word: string; readonly own: RegExp }[] = [
  {
    word: 'Sem',
    own: /^(?:sem|retir|remova|remover|remocao|remocoes|tir(?:ar|e|a)$|exclu[ia]|exclusao|nao|vai|gosta|quais|qual|itens|algum|dispens|coloc)/,
  },
  {
    word: 'Sin',
    own: /^(?:sin|quit|sac(?:a|ar)$|elimin|remociones|desea|gusta|quier|cual|pon|algun|salvo)/,
  },
  {
    word: 'No',
    own: /^(?:no|without|hold|remove|removed|removals?|leave|omit|excluding|skip|minus|what|which)$/,
  },
]

/**
 * The word before a removal, in the language of its group: "Retirar: Cebola" is "Sem Cebola" on a screen of any language.
 * @param own the word of the screen's language, where the group decides nothing
 */
export function removalWord(group: string, own: string): string {
  const words = lettersOf(group)
  return LANGUAGES.find((language) => words.some((word) => language.own.test(word)))?.word ?? own
}
