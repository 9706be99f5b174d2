import type { Locale } from '../contract/settings.ts'
import { firstCharacters } from '../order/order-cut.ts'
import { folded, wordsOf } from '../text/folded-text.ts'
import { listed } from '../text/visible-text.ts'

/** A longer name of a group is a text of its own. */
const MAX_GROUP = 80

const setOf = (words: string): ReadonlySet<string> => new Set(listed(words).map(folded))

/** Names of groups that say no more than that something is added. */
const PLAIN = setOf(`
  adicional, adicionais, adição, adições, extra, extras, acompanhamento, acompanhamentos, opção, opções, opcional,
  opcionais, complemento, complementos, suplemento, suplementos, acréscimo, acréscimos, incremento, incrementos, item,
  itens, ingrediente, ingredientes, bebida, bebidas, sobremesa, sobremesas, porção, porções, guarnição, guarnições,
  addition, additions, additional, addon, addons, on, ons, option, options, optional, choice, choices, side, sides, topping,
  toppings, modifier, modifiers, drink, drinks, beverage, beverages, dessert, desserts, items, ingredient, ingredients,
  adicionales, acompañamiento, acompañamientos, guarnicion, guarniciones, opción, opciones, opcionales, agregado, agregados,
  modificador, modificadores, aderezos, postre, postres, elección, elecciones
`)
/** Words around them: "Escolha até 3 adicionais", "Turbine seu lanche com extras". */
const AROUND = setOf(`
  o, a, os, as, e, ou, de, do, da, dos, das, com, para, por, um, uma, seu, sua, seus, suas, até, mais, quer, deseja,
  gostaria, adicione, adicionar, acrescente, escolha, escolher, selecione, turbine, monte, inclua, lanche, pedido, prato,
  pago, pagos, grátis, obrigatório, the, and, or, of, your, with, any, up, to, more, choose, select, pick, add, make, it,
  for, free, required, meal, order, el, la, los, las, y, u, con, tu, tus, su, sus, hasta, más, elige, elija, escoge, escoja,
  selecciona, seleccione, agrega, agregue, añade, añada, gratis, obligatorio, pedido
`)
/** Alone these say nothing: "Bebida: Não alcoólica", "Opções: Grande", "Extras: Sim". */
const ADJECTIVES = setOf(`
  sim, não, sem, com, nenhum, nenhuma, grande, médio, média, pequeno, pequena, normal, gelado, gelada, quente, frio, fria,
  natural, p, m, g, gg, simples, duplo, dupla, yes, no, none, with, without, large, medium, small, regular, cold, hot, single,
  double, s, l, xl, sí, si, sin, ninguno, ninguna, mediano, mediana, pequeño, pequeña, chico, chica, caliente, sencillo,
  sencilla, doble
`)

const isWord = (word: string): boolean => /\p{L}/u.test(word)
const lettersOf = (text: string): readonly string[] => wordsOf(folded(firstCharacters(text, MAX_GROUP))).filter(isWord)

const MOST_KEPT = 500
const kept = new Map<string, boolean>()

/** Kept: the orders of a board have the same groups. */
function addsNothing(group: string): boolean {
  const known = kept.get(group)
  if (known !== undefined) return known
  const words = lettersOf(group)
  const isPlain = words.some((word) => PLAIN.has(word)) && words.every((word) => PLAIN.has(word) || AROUND.has(word))
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(group, isPlain)
  return isPlain
}

/** Whether the group says nothing that its option does not say: "Adicionais: Bacon", not "Borda: Cheddar". */
export function isPlainGroup(group: string, name: string): boolean {
  if (group.length > MAX_GROUP || !addsNothing(group)) return false
  const [first = '', ...others] = lettersOf(name)
  // A quantity or an adjective needs its group.
  return first !== '' && !(ADJECTIVES.has(first) && (first === 'nao' || others.every((word) => ADJECTIVES.has(word))))
}

/** In front of what is taken away. */
const REMOVAL_WORD: Readonly<Record<Locale, string>> = { 'pt-BR': 'Sem', en: 'No', es: 'Sin' }
/** By these the language of a group of removals is known. Those of two languages decide nothing alone. */
const LANGUAGE_WORDS: Readonly<Record<Locale, ReadonlySet<string>>> = {
  'pt-BR': setOf(`
    sem, retirar, retire, retira, retirado, retirados, remover, remova, remoção, remoções, tirar, tire, tira, excluir, exclua,
    exclusão, exclusões, evitar, omitir, não, nao, vai, deseja, gosta, quer, quais, qual, itens, ingrediente, ingredientes, algo,
    algum, dispensar, nada, colocar
  `),
  es: setOf(`
    sin, retirar, remover, remociones, quitar, quita, quítale, sacar, saca, eliminar, elimina, excluir, evitar, omitir, no, poner,
    agregar, añadir, desea, deseas, gusta, quiere, quieres, cuál, cuáles, ingrediente, ingredientes, algo, algún, nada, salvo,
    excepto
  `),
  en: setOf(`
    no, without, hold, remove, removed, removal, removals, leave, take, out, off, omit, exclude, excluding, skip, minus, except,
    delete, do, don't, not, want, add, what, which, ingredient, ingredients, any, unwanted, made, included
  `),
}

/**
 * The word before a removal, in the language of its group: "Retirar: Cebola" is "Sem Cebola" on a screen of any language.
 * @param own the word of the screen's language, where the group decides nothing
 */
export function removalWord(group: string, own: string): string {
  const words = lettersOf(group)
  const counted = Object.entries(LANGUAGE_WORDS).map(([locale, known]) => ({
    word: REMOVAL_WORD[locale as Locale],
    count: words.filter((word) => known.has(word)).length,
  }))
  const most = Math.max(...counted.map(({ count }) => count))
  if (most === 0) return own
  const best = counted.filter(({ count }) => count === most).map(({ word }) => word)
  return best.includes(own) ? own : (best[0] ?? own)
}
