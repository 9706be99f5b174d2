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

const named = (...names: readonly string[]): readonly MenuOption[] => names.map((name) => ({ name }))

const SAUCES: MenuChoice = {
  group: 'Molhos',
  min: 0,
  max: 2,
  options: named('Maionese da casa', 'Barbecue', 'Mostarda e mel', 'Pimenta biquinho'),
}

const EDGE: MenuChoice = {
  group: 'Borda',
  min: 1,
  max: 1,
  options: [
    { name: 'Sem borda recheada' },
    {
      name: 'Borda recheada',
      price: 8,
      choices: [
        {
          group: 'Recheio da borda',
          min: 1,
          max: 1,
          options: [
            {
              name: 'Catupiry',
              choices: [{ group: 'Acabamento', min: 1, max: 1, options: named('Gergelim', 'Parmesão', 'Simples') }],
            },
            { name: 'Cheddar' },
            { name: 'Chocolate', price: 3 },
          ],
        },
      ],
    },
  ],
}

const PIZZA_FLAVOURS = named(
  'Calabresa',
  'Margherita',
  'Portuguesa',
  'Quatro queijos',
  'Frango com catupiry',
  'Rúcula com tomate seco',
)

const BURGER_CHOICES: readonly MenuChoice[] = [
  { group: 'Ponto da carne', min: 1, max: 1, options: named('Ao ponto', 'Mal passado', 'Bem passado') },
  {
    group: 'Adicionais',
    min: 0,
    max: 3,
    options: [
      { name: 'Bacon', price: 5 },
      { name: 'Ovo', price: 3 },
      {
        name: 'Queijo extra',
        price: 4,
        choices: [{ group: 'Tipo de queijo', min: 1, max: 1, options: named('Cheddar', 'Prato', 'Gorgonzola') }],
      },
      { name: 'Cebola caramelizada', price: 3 },
    ],
  },
]

const PLATE_CHOICES: readonly MenuChoice[] = [
  {
    group: 'Acompanhamentos',
    min: 2,
    max: 3,
    options: [
      { name: 'Arroz branco' },
      { name: 'Feijão carioca' },
      { name: 'Feijão preto' },
      { name: 'Farofa', choices: [{ group: 'Farofa', min: 1, max: 1, options: named('De banana', 'De bacon') }] },
      { name: 'Batata frita', price: 4 },
      { name: 'Salada' },
    ],
  },
]

const PIZZAS: readonly Dish[] = [
  {
    kind: 'pizza',
    code: 'PIZ-08',
    name: 'Pizza grande (8 pedaços)',
    price: 62.9,
    choices: [{ group: 'Sabores', min: 1, max: 2, options: PIZZA_FLAVOURS }, EDGE],
  },
  {
    kind: 'pizza',
    code: 'PIZ-04',
    name: 'Pizza broto (4 pedaços)',
    price: 38.9,
    choices: [{ group: 'Sabor', min: 1, max: 1, options: PIZZA_FLAVOURS }, EDGE],
  },
]

const BURGERS: readonly Dish[] = [
  { kind: 'burger', code: 'HAM-01', name: 'X-Salada da casa', price: 29.9, choices: [...BURGER_CHOICES, SAUCES] },
  {
    kind: 'burger',
    code: 'HAM-02',
    name: 'Hambúrguer de costela 180 g',
    price: 36.9,
    choices: [...BURGER_CHOICES, SAUCES],
  },
  { kind: 'burger', code: 'HAM-03', name: 'Hambúrguer de grão-de-bico', price: 31.9, choices: [SAUCES] },
]

export const FOOD: readonly Dish[] = [
  ...PIZZAS,
  ...BURGERS,
  { kind: 'plate', code: 'EXE-01', name: 'Executivo de filé de frango grelhado', price: 32.9, choices: PLATE_CHOICES },
  { kind: 'plate', code: 'EXE-02', name: 'Executivo de contrafilé acebolado', price: 42.9, choices: PLATE_CHOICES },
  {
    kind: 'plate',
    code: 'EXE-03',
    name: 'Feijoada completa (individual)',
    price: 45.9,
    choices: [{ group: 'Guarnição', min: 1, max: 2, options: named('Couve', 'Torresmo', 'Laranja', 'Vinagrete') }],
  },
  {
    kind: 'grill',
    code: 'KG-01',
    name: 'Picanha na brasa',
    price: 139.9,
    unit: 'KG',
    choices: [{ group: 'Ponto', min: 1, max: 1, options: named('Ao ponto', 'Mal passada', 'Bem passada') }],
  },
  { kind: 'grill', code: 'KG-02', name: 'Costela no bafo', price: 89.9, unit: 'KG', choices: [] },
  {
    kind: 'acai',
    code: 'ACA-05',
    name: 'Açaí 500 ml',
    price: 24.9,
    choices: [
      {
        group: 'Complementos',
        min: 1,
        max: 4,
        options: named('Banana', 'Granola', 'Leite em pó', 'Paçoca', 'Morango', 'Leite condensado'),
      },
    ],
  },
  {
    kind: 'pastel',
    code: 'PAS-01',
    name: 'Pastel de feira',
    price: 11.9,
    choices: [
      { group: 'Recheio', min: 1, max: 1, options: named('Carne', 'Queijo', 'Palmito', 'Pizza', 'Carne com ovo') },
    ],
  },
  {
    kind: 'salad',
    code: 'SAL-01',
    name: 'Salada Caesar com frango',
    price: 27.9,
    choices: [{ group: 'Molho', min: 1, max: 1, options: named('Caesar', 'Azeite e limão', 'Iogurte') }],
  },
]

export const DRINKS: readonly Dish[] = [
  {
    kind: 'drink',
    code: 'BEB-01',
    name: 'Suco natural 400 ml',
    price: 12.9,
    choices: [
      { group: 'Fruta', min: 1, max: 1, options: named('Laranja', 'Maracujá', 'Abacaxi com hortelã') },
      { group: 'Preparo', min: 0, max: 2, options: named('Sem açúcar', 'Sem gelo') },
    ],
  },
  { kind: 'drink', code: 'BEB-02', name: 'Guaraná lata 350 ml', price: 6.5, choices: [] },
  { kind: 'drink', code: 'BEB-03', name: 'Água com gás 500 ml', price: 4.5, choices: [] },
]
