import type { WireItem, WireOrder } from '../../electron/practice/platform/interface.ts'
import { chance, pick, type Random } from '../../electron/practice/platform/randomness.ts'

/** A dish with its usual options and notes. */
type Dish = readonly [name: string, options: readonly string[], notes: readonly string[]]

const MENU: readonly [Dish, ...Dish[]] = [
  [
    'Pizza grande margherita',
    ['Borda recheada de cheddar', 'Manjericão extra'],
    ['Bem assada', 'Cortar em 12 pedaços'],
  ],
  ['Pizza grande meia calabresa meia portuguesa', ['Borda de catupiry', 'Massa fina'], ['Bem assada']],
  ['X-Bacon duplo', ['Sem picles', 'Ponto da carne: ao ponto', 'Maionese verde da casa'], ['Cortar ao meio']],
  ['X-Salada', ['Bacon', 'Ovo', 'Sem tomate'], ['Sem maionese']],
  ['Executivo de contrafilé acebolado', ['Feijão preto', 'Arroz branco', 'Batata frita'], ['Carne bem passada']],
  ['Parmegiana de frango', ['Arroz branco', 'Batata frita'], ['Pouco sal']],
  ['Feijoada completa para duas pessoas', ['Couve refogada', 'Farofa', 'Laranja'], ['Separar o arroz, por favor']],
  ['Temaki de salmão', ['Cream cheese', 'Sem cebolinha'], ['Alergia a camarão']],
  ['Combinado 20 peças', ['Gengibre', 'Shoyu light'], []],
  ['Coxinha de frango com catupiry', [], []],
  ['Pastel de queijo', [], []],
  ['Pastel de carne', [], ['Sem azeitona']],
  ['Batata frita média', [], []],
  ['Batata frita grande', [], []],
  ['Açaí 500 ml', ['Banana', 'Granola', 'Leite em pó'], []],
  ['Pudim de leite', [], []],
  ['Guaraná Antarctica 350 ml', [], []],
  ['Água com gás 500 ml', [], []],
  ['Coca-Cola zero 2 L', [], []],
  ['Suco de laranja 400 ml', ['Sem açúcar'], []],
]
const ORDER_NOTES = ['Troco para 100', 'Mandar talheres e guardanapos', 'Tocar a campainha do portão azul'] as const
const OPTION_SHARE = 0.5
const NOTE_SHARE = 0.25
const ORDER_NOTE_SHARE = 0.12

const itemOf = ([name, options, notes]: Dish, id: string, random: Random): WireItem => {
  const [first, ...others] = notes
  const observations = first !== undefined && chance(random, NOTE_SHARE) ? pick(random, [first, ...others]) : undefined
  return {
    id,
    name,
    quantity: pick(random, [1, 1, 1, 2, 3]),
    unit: 'UN',
    options: options
      .filter(() => chance(random, OPTION_SHARE))
      .map((option, index) => ({ id: `${id}-${index}`, name: option, quantity: 1 })),
    ...(observations === undefined ? {} : { observations }),
  }
}

/**
 * The food of an order of one to six dishes with short options and notes, as in the pictures of the wall. The orders of the
 * practice platform are twice as long: groups of options, combos, and notes of up to 190 characters.
 */
export function eveningFood(random: Random): Pick<WireOrder, 'items' | 'observations'> {
  const count = pick(random, [1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6])
  const left = [...MENU]
  const items = Array.from({ length: count }, (_, index) => {
    const [dish = MENU[0]] = left.splice(Math.floor(random() * left.length), 1)
    return itemOf(dish, `${index}`, random)
  })
  return { items, observations: chance(random, ORDER_NOTE_SHARE) ? pick(random, ORDER_NOTES) : '' }
}
