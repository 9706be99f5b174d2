/** The menu of the practice platform: a restaurant in São Paulo with dishes of many kinds. */

export type MenuChoice = {
  readonly group: string
  readonly min: number
  readonly max: number
  readonly options: readonly MenuOption[]
}
export type MenuOption = { readonly name: string; readonly price?: number; readonly choices?: readonly MenuChoice[] }
export type DishKind = 'pizza' | 'burger' | 'plate' | 'grill' | 'acai' | 'pastel' | 'salad' | 'drink'
export type Dish = {
  readonly kind: DishKind
  readonly code: string
  readonly name: string
  /** In reais; for a kilogram when `unit` is KG. */
  readonly price: number
  readonly unit?: 'KG'
  readonly choices: readonly MenuChoice[]
}

/** A choice from `min` to `max` options, each a name or an option with more. */
const choose = (group: string, min: number, max: number, ...options: readonly (string | MenuOption)[]): MenuChoice => ({
  group,
  min,
  max,
  options: options.map((option) => (typeof option === 'string' ? { name: option } : option)),
})
const one = (group: string, ...options: readonly (string | MenuOption)[]): MenuChoice => choose(group, 1, 1, ...options)
const dish = (kind: DishKind, code: string, name: string, price: number, ...choices: readonly MenuChoice[]): Dish => ({
  kind,
  code,
  name,
  price,
  choices,
})

const SAUCES = choose('Molhos', 0, 2, 'Maionese da casa', 'Barbecue', 'Mostarda e mel', 'Pimenta biquinho')

const CATUPIRY = { name: 'Catupiry', choices: [one('Acabamento', 'Gergelim', 'Parmesão', 'Simples')] }
const FILLING = one('Recheio da borda', CATUPIRY, 'Cheddar', { name: 'Chocolate', price: 3 })
const EDGE = one('Borda', 'Sem borda recheada', { name: 'Borda recheada', price: 8, choices: [FILLING] })
const FLAVOURS = [
  ...['Calabresa', 'Margherita', 'Portuguesa', 'Quatro queijos'],
  ...['Frango com catupiry', 'Rúcula com tomate seco'],
]

const BURGER_CHOICES = [
  one('Ponto da carne', 'Ao ponto', 'Mal passado', 'Bem passado'),
  choose(
    'Adicionais',
    0,
    3,
    { name: 'Bacon', price: 5 },
    { name: 'Ovo', price: 3 },
    { name: 'Queijo extra', price: 4, choices: [one('Tipo de queijo', 'Cheddar', 'Prato', 'Gorgonzola')] },
    { name: 'Cebola caramelizada', price: 3 },
  ),
]

const FLOUR = { name: 'Farofa', choices: [one('Farofa', 'De banana', 'De bacon')] }
const SIDES = ['Arroz branco', 'Feijão carioca', 'Feijão preto', FLOUR, { name: 'Batata frita', price: 4 }, 'Salada']
const PLATE_CHOICES = choose('Acompanhamentos', 2, 3, ...SIDES)
const GARNISH = choose('Guarnição', 1, 2, 'Couve', 'Torresmo', 'Laranja', 'Vinagrete')
const TOPPINGS = ['Banana', 'Granola', 'Leite em pó', 'Paçoca', 'Morango', 'Leite condensado']

export const FOOD: readonly Dish[] = [
  dish('pizza', 'PIZ-08', 'Pizza grande (8 pedaços)', 62.9, choose('Sabores', 1, 2, ...FLAVOURS), EDGE),
  dish('pizza', 'PIZ-04', 'Pizza broto (4 pedaços)', 38.9, one('Sabor', ...FLAVOURS), EDGE),
  dish('burger', 'HAM-01', 'X-Salada da casa', 29.9, ...BURGER_CHOICES, SAUCES),
  dish('burger', 'HAM-02', 'Hambúrguer de costela 180 g', 36.9, ...BURGER_CHOICES, SAUCES),
  dish('burger', 'HAM-03', 'Hambúrguer de grão-de-bico', 31.9, SAUCES),
  dish('plate', 'EXE-01', 'Executivo de filé de frango grelhado', 32.9, PLATE_CHOICES),
  dish('plate', 'EXE-02', 'Executivo de contrafilé acebolado', 42.9, PLATE_CHOICES),
  dish('plate', 'EXE-03', 'Feijoada completa (individual)', 45.9, GARNISH),
  {
    ...dish('grill', 'KG-01', 'Picanha na brasa', 139.9, one('Ponto', 'Ao ponto', 'Mal passada', 'Bem passada')),
    unit: 'KG',
  },
  { ...dish('grill', 'KG-02', 'Costela no bafo', 89.9), unit: 'KG' },
  dish('acai', 'ACA-05', 'Açaí 500 ml', 24.9, choose('Complementos', 1, 4, ...TOPPINGS)),
  dish(
    'pastel',
    'PAS-01',
    'Pastel de feira',
    11.9,
    one('Recheio', 'Carne', 'Queijo', 'Palmito', 'Pizza', 'Carne com ovo'),
  ),
  dish('salad', 'SAL-01', 'Salada Caesar com frango', 27.9, one('Molho', 'Caesar', 'Azeite e limão', 'Iogurte')),
]

export const DRINKS: readonly Dish[] = [
  dish(
    'drink',
    'BEB-01',
    'Suco natural 400 ml',
    12.9,
    one('Fruta', 'Laranja', 'Maracujá', 'Abacaxi com hortelã'),
    choose('Preparo', 0, 2, 'Sem açúcar', 'Sem gelo'),
  ),
  dish('drink', 'BEB-02', 'Guaraná lata 350 ml', 6.5),
  dish('drink', 'BEB-03', 'Água com gás 500 ml', 4.5),
]
