import { folded, wordsOf } from '../text/folded-text.ts'
import { listed } from '../text/visible-text.ts'

/**
 * What lies apart from the food at a counter and is forgotten most often: drinks, sauces, cutlery. Found by names alone, in
 * every language of the screens, because a platform sends no kind. Pure.
 */

const words = (text: string): ReadonlySet<string> => new Set(listed(text).map(folded))

const DRINKS = `
  bebida, bebidas, refrigerante, refri, refresco, gaseosa, soda, soft, suco, sucos, jugo, zumo, juice, água, agua, water,
  cerveja, chopp, chope, cerveza, beer, vinho, vino, wine, espumante, cachaça, caipirinha, caipiroska, drink, drinks, gin,
  limonada, lemonade, laranjada, chá, té, tea, mate, café, coffee, cappuccino, capuccino, espresso, chocolate quente,
  smoothie, milkshake, milk shake, shake, batida, licuado, chicha, horchata, kombucha, energético, energizante, isotônico,
  tônica, cola, coca, coca cola, coke, pepsi, fanta, sprite, guaraná, kuat, dolly, schweppes, h2oh, gatorade, monster, red bull, redbull,
  heineken, brahma, skol, budweiser, corona, stella, amstel, spaten, quilmes, yerba
`
const SAUCES = `
  molho, molhos, salsa, salsas, sauce, sauces, ketchup, catchup, mostarda, mostaza, mustard, maionese, mayonesa, mayonnaise,
  mayo, barbecue, bbq, shoyu, tarê, vinagrete, chimichurri, aioli, alioli, dip, dips, dressing, aderezo, guacamole, tabasco,
  gengibre, wasabi, geleia, gravy
`
const CUTLERY = `
  talher, talheres, garfo, garfos, faca, facas, colher, colheres, guardanapo, guardanapos, canudo, canudos, hashi, hashis,
  palito, palitos, descartáveis, cutlery, utensils, fork, forks, knife, knives, spoon, spoons, napkin, napkins, straw, straws,
  chopstick, chopsticks, cubiertos, cubierto, tenedor, tenedores, cuchillo, cuchara, cucharas, servilleta, servilletas,
  palillos, pajita, sorbete
`
const CUTLERY_WORDS = words(CUTLERY)
/** Not the sauces: as an option they are in the dish. */
const APART_IN_DISH = new Set([...words(DRINKS), ...CUTLERY_WORDS])
const APART = new Set([...APART_IN_DISH, ...words(SAUCES)])
/** Two words that begin with one of those above, and are food: "Café da manhã". */
const FOOD = words('café da, colher de, palito de, palitos de')

/** Before or behind the word that says what it is: a size, or what it comes in. */
const AROUND = words(`
  lata, latinha, latão, garrafa, garrafinha, copo, jarra, taça, pet, long, neck, can, bottle, glass, cup, pitcher, botella,
  vaso, copa, de, da, do, of, extra, adicional, additional, sachê, sache, saches, sachet, sachets, pote, potinho, pacote, pack,
  kit, porção, porcao, portion, ml, l, litro, litros, liter, litre, lt, oz, par, jogo, set, conjunto, un, unidade, unidades,
  pequeno, pequena, médio, média, grande, small, medium, large, gelado, gelada, zero, diet, light, sem, sin, açúcar, azúcar, gás,
  gas, com, con
`)
const SIZE = /^\d/
/** In English the last word says what it is, unless these join two things: "Chicken in peanut sauce". */
const JOINS = words('with, in, and, ao, aos, à, na, no, com, con, al, en, e, y')

const isAround = (word: string): boolean => AROUND.has(word) || SIZE.test(word)

/** Whether the name says one of these: its first word, or in English its last. */
function says(kinds: ReadonlySet<string>, name: string): boolean {
  const plain = folded(name)
  const all = wordsOf(plain)
  const first = all.findIndex((word) => !isAround(word))
  const [one = '', next = ''] = all.slice(Math.max(0, first))
  if (FOOD.has(`${one} ${next}`)) return false
  // A compound is its whole: "Coca-Cola", and not "Beer-battered fish".
  if (kinds.has(`${one} ${next}`) || (kinds.has(one) && !plain.includes(`${one}-${next}`))) return true
  const last = all.findLast((word) => !isAround(word)) ?? ''
  return kinds.has(last) && !all.some((word) => JOINS.has(word))
}

/** Whether a line lies apart. */
export const isLineApart = (name: string): boolean => says(APART, name)

/** The same of an option of a dish. `group`: the platform's name of its group, "Bebidas" for example. */
export const isOptionApart = (name: string, group = ''): boolean =>
  says(APART_IN_DISH, name) || says(APART_IN_DISH, group)

/** Whether a note speaks of cutlery. */
export const namesCutlery = (note: string): boolean => wordsOf(folded(note)).some((word) => CUTLERY_WORDS.has(word))
