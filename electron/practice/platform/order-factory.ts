import type {
  Money,
  OrderType,
  WireAddress,
  WireCustomer,
  WireFulfillment,
  WireItem,
  WireOption,
  WireOrder,
  WirePaymentMethod,
  WireTiming,
} from './interface.ts'
import { type Dish, type DishKind, DRINKS, FOOD } from './menu.ts'
import { between, chance, identifier, pick, type Random, wireTime } from './randomness.ts'

const FIRST_NAMES = [
  ...(['Ana Beatriz', 'João Pedro', 'Maria Eduarda', 'Thiago', 'Conceição', 'Antônio', 'Luíza', 'Caio'] as const),
  ...['Yasmin', 'Sebastião', 'Débora', 'Rafael', 'Iara', 'Vinícius', 'Flávia', 'Otávio', 'Renata', 'Gustavo', 'Joana'],
  'Márcio',
] as const
const LAST_NAMES = [
  ...(['Silva', 'dos Santos', 'Oliveira', 'Gonçalves', 'Nakamura', 'Araújo', 'de Souza', 'Bernardi'] as const),
  ...['Ferreira', 'Magalhães', 'Assunção', 'Tavares', 'Yamada', 'Pacheco', "D'Ávila", 'Queiroz'],
] as const

const STREETS = [
  ['Rua Augusta', 'Consolação', '01305-000', -23.5539, -46.6533],
  ['Avenida Paulista', 'Bela Vista', '01310-100', -23.5629, -46.6544],
  ['Rua Teodoro Sampaio', 'Pinheiros', '05406-050', -23.5614, -46.6789],
  ['Rua Vergueiro', 'Vila Mariana', '04101-000', -23.5886, -46.6345],
  ['Rua da Mooca', 'Mooca', '03103-001', -23.5569, -46.6012],
  ['Avenida Pompeia', 'Pompeia', '05022-000', -23.5357, -46.6827],
  ['Rua Treze de Maio', 'Bixiga', '01327-000', -23.5603, -46.6437],
  ['Rua Tuiuti', 'Tatuapé', '03081-000', -23.5404, -46.5763],
] as const

const COMPLEMENTS = ['Apto 31', 'Bloco B, apto 142', 'Casa dos fundos', 'Sala 905', 'Torre 2, apto 1204'] as const

const HOUSE_NOTES = [
  'Mandar talheres e guardanapos',
  'Pagamento com troco, por favor',
  'Aniversário: se puder, escrever "Parabéns" na caixa',
  'Cliente pediu para separar as bebidas em outra sacola. Se algum item estiver em falta, favor ligar antes de trocar, pois há criança com restrição alimentar em casa.',
] as const

/** A customer with every field that a real platform sends, also those that a kitchen must not store: phone, CPF, e-mail. */
function customerFor(random: Random): WireCustomer {
  const first = pick(random, FIRST_NAMES)
  const last = pick(random, LAST_NAMES)
  return {
    id: identifier(random),
    name: `${first} ${last}`,
    phone: { number: `+55119${digits(random, 8)}`, ...(chance(random, 0.2) ? { extension: digits(random, 3) } : {}) },
    ordersCountOnMerchant: between(random, 0, 40),
    documentNumber: cpf(random),
    email: `${mailName(first)}.${mailName(last)}@example.com`,
  }
}

function addressFor(random: Random): WireAddress {
  const [street, neighborhood, postalCode, latitude, longitude] = pick(random, STREETS)
  return {
    street,
    number: String(between(random, 12, 2400)),
    ...(chance(random, 0.6) ? { complement: pick(random, COMPLEMENTS) } : {}),
    neighborhood,
    city: 'São Paulo',
    state: 'SP',
    postalCode,
    coordinates: { latitude, longitude },
  }
}

/** A customer's note for the whole order. Most orders have none. */
function noteForOrder(random: Random): string | undefined {
  return chance(random, 0.25) ? pick(random, HOUSE_NOTES) : undefined
}

/** A CPF (the Brazilian taxpayer number): eleven digits, of which the last two are valid check digits. */
function cpf(random: Random): string {
  const base = Array.from({ length: 9 }, () => between(random, 0, 9))
  const check = (numbers: readonly number[]) => {
    const sum = numbers.reduce((total, digit, index) => total + digit * (numbers.length + 1 - index), 0)
    return ((sum * 10) % 11) % 10
  }
  const first = check(base)
  return [...base, first, check([...base, first])].join('')
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => between(random, 0, 9)).join('')
}

function mailName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

const MINUTE_MS = 60_000
const SCHEDULE_WINDOW_MS = 15 * MINUTE_MS
const PREPARATION_BEFORE_SCHEDULE_MS = 25 * MINUTE_MS

export type Merchant = { readonly id: string; readonly name: string; readonly externalCode?: string }

/** Fields of a new order that the caller sets. The others are generated. */
export type OrderOverrides = {
  readonly orderType?: OrderType
  readonly orderTiming?: WireTiming['orderTiming']
  /** SCHEDULED: milliseconds from the order's creation to its due time. */
  readonly dueInMs?: number
  readonly itemCount?: number
  readonly items?: readonly WireItem[]
  readonly displayId?: string
  /** Replaces fields of the order. */
  readonly order?: Partial<WireOrder>
}

export type OrderContext = {
  readonly random: Random
  /** Time at which the customer sent the order, milliseconds since 1970. */
  readonly at: number
  readonly merchant: Merchant
  readonly sourceAppId: string
}

/** A complete order in the style of a Brazilian shop. The same random numbers give the same order. */
export function makeOrder(overrides: OrderOverrides, context: OrderContext): WireOrder {
  const { random, at, merchant } = context
  const orderType = overrides.orderType ?? (chance(random, 0.7) ? 'DELIVERY' : 'TAKEOUT')
  const items = overrides.items ?? dishesFor(random, overrides.itemCount ?? itemCount(random))
  const observations = noteForOrder(random)
  const fees = orderType === 'DELIVERY' ? between(random, 5, 14) : 0
  const itemsPrice = round(items.reduce((sum, item) => sum + (item.pricing?.totalPrice.value ?? 0), 0))
  const orderAmount = round(itemsPrice + fees)
  return {
    id: identifier(random),
    displayId: overrides.displayId ?? String(between(random, 1000, 9999)),
    createdAt: wireTime(at, random),
    sourceAppId: context.sourceAppId,
    merchant: { id: merchant.id, name: merchant.name, externalCode: merchant.externalCode ?? 'LOJA-01' },
    timing: timingFor(overrides, context),
    context: { salesChannel: pick(random, ['APP', 'APP', 'SITE', 'WHATSAPP', 'MARKETPLACE']) },
    fulfillment: fulfillmentFor(orderType, context),
    customer: customerFor(random),
    items,
    otherFees:
      fees === 0 ? [] : [{ name: 'Taxa de entrega', type: 'DELIVERY_FEE', receivedBy: 'MERCHANT', price: brl(fees) }],
    discounts: [],
    total: { itemsPrice: brl(itemsPrice), otherFees: brl(fees), discount: brl(0), orderAmount: brl(orderAmount) },
    payments: paymentsFor(orderAmount, random),
    ...(observations === undefined ? {} : { observations }),
    ...overrides.order,
  }
}

function itemCount(random: Random): number {
  return pick(random, [1, 1, 2, 2, 2, 3, 3, 4, 5])
}

function timingFor(overrides: OrderOverrides, context: OrderContext): WireTiming {
  const { random, at } = context
  const orderTiming = overrides.orderTiming ?? 'INSTANT'
  const orderPriority = chance(random, 0.15) ? { orderPriority: 'PRIORITY1' as const } : {}
  if (orderTiming !== 'SCHEDULED') return { orderTiming, ...orderPriority }
  const start = at + (overrides.dueInMs ?? between(random, 40, 90) * MINUTE_MS)
  return {
    orderTiming,
    schedule: {
      scheduledDateTimeStart: wireTime(start, random),
      scheduledDateTimeEnd: wireTime(start + SCHEDULE_WINDOW_MS, random),
    },
    preparationStartDateTime: wireTime(start - PREPARATION_BEFORE_SCHEDULE_MS, random),
    ...orderPriority,
  }
}

function fulfillmentFor(orderType: OrderType, context: OrderContext): WireFulfillment {
  const { random, at } = context
  switch (orderType) {
    case 'DELIVERY':
      return {
        orderType,
        delivery: {
          address: addressFor(random),
          estimatedDeliveryDateTime: wireTime(at + between(random, 35, 60) * MINUTE_MS, random),
          ...(chance(random, 0.4)
            ? {
                observations: pick(random, [
                  'Deixar na portaria',
                  'Interfone quebrado, ligar ao chegar',
                  'Entregar em mãos',
                ]),
              }
            : {}),
        },
      }
    case 'TAKEOUT':
      return {
        orderType,
        takeout: {
          pickupCode: String(between(random, 100, 999)),
          ...(chance(random, 0.3) ? { observations: 'Cliente já está no balcão' } : {}),
        },
      }
    case 'INDOOR':
      return {
        orderType,
        indoor: {
          operationMode: 'TABLE',
          identifier: String(between(random, 1, 24)),
          consumptionType: 'DINE_IN',
          originChannel: { type: 'WAITER_TABLET' },
        },
      }
    default:
      throw new Error(`unhandled order type: ${orderType satisfies never}`)
  }
}

function paymentsFor(amount: number, random: Random): NonNullable<WireOrder['payments']> {
  if (chance(random, 0.7)) {
    const method: WirePaymentMethod = chance(random, 0.5)
      ? { type: 'PREPAID', method: 'PIX', value: amount, currency: 'BRL' }
      : {
          type: 'PREPAID',
          method: 'CREDIT',
          brand: pick(random, ['VISA', 'MASTERCARD', 'ELO']),
          value: amount,
          currency: 'BRL',
        }
    return { prepaid: amount, pending: 0, methods: [method] }
  }
  const cash = chance(random, 0.5)
  const method: WirePaymentMethod = cash
    ? { type: 'PENDING', method: 'CASH', value: amount, currency: 'BRL', changeFor: Math.ceil(amount / 50) * 50 }
    : { type: 'PENDING', method: 'DEBIT', brand: 'MASTERCARD', value: amount, currency: 'BRL' }
  return { prepaid: 0, pending: amount, methods: [method] }
}

function brl(value: number): Money {
  return { value, currency: 'BRL' }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

type Notes = readonly [string, ...string[]]

const ALLERGY_NOTES: Notes = [
  'ALERGIA a amendoim',
  'ALERGIA grave a camarão e frutos do mar. Favor usar frigideira e faca limpas, trocar as luvas e avisar o entregador. Se não for possível garantir, me liguem antes de preparar, por gentileza.',
  'intolerante a lactose: sem queijo',
]

const NOTES: { readonly [kind in DishKind]: Notes } = {
  pizza: [
    'sem cebola',
    'cortar em 12 pedaços',
    'bem assada, por favor',
    'Por favor: metade sem azeitona e metade com azeitona, borda bem assada, e o orégano só do lado da calabresa. Na última vez veio trocado e as crianças não comeram. Obrigada, vocês são ótimos!',
  ],
  burger: ['ponto bem passado', 'sem cebola', 'capricha no queijo!', 'molho à parte', 'sem picles'],
  plate: ['sem coentro', 'pouco sal', 'ponto bem passado', 'trocar o feijão por salada', 'sem cebola'],
  grill: ['ponto bem passado', 'fatiar fino', 'sal só na hora', 'mandar a gordura separada'],
  acai: ['granola à parte', 'sem leite condensado', 'capricha na banana'],
  pastel: ['bem sequinho', 'vinagrete à parte', 'sem azeitona'],
  salad: ['molho à parte', 'sem crouton', 'sem cebola'],
  drink: ['sem gelo', 'bem gelado', 'sem canudo'],
}

const ALLERGY_SHARE = 0.06
const NOTE_SHARE = 0.3
/** Share of drinks among the items after the first one. */
const DRINK_SHARE = 0.35

/** The items of one order: first something to eat, no dish twice. */
function dishesFor(random: Random, count: number): readonly WireItem[] {
  const chosen: Dish[] = []
  while (chosen.length < count) {
    const drink = chosen.length > 0 && chance(random, DRINK_SHARE)
    const left = (drink ? DRINKS : FOOD).filter((dish) => !chosen.includes(dish))
    const [first, ...others] = left.length === 0 ? FOOD : left
    if (first === undefined) break
    chosen.push(pick(random, [first, ...others]))
  }
  return chosen.map((dish) => itemOf(dish, random))
}

/** An item of an order for this dish: quantity, options, sometimes a note. */
function itemOf(dish: Dish, random: Random): WireItem {
  const byWeight = dish.unit === 'KG'
  const quantity = byWeight ? pick(random, [0.5, 0.75, 1, 1.25]) : pick(random, [1, 1, 1, 1, 2, 2, 3])
  const options = dish.choices.flatMap((choice) => choose(choice, random))
  const optionsPrice = round(options.reduce((sum, option) => sum + priceOf(option), 0))
  const observations = noteFor(dish.kind, random)
  return {
    id: identifier(random),
    name: dish.name,
    quantity,
    unit: dish.unit ?? 'UN',
    externalCode: dish.code,
    pricing: {
      unitPrice: brl(dish.price),
      originalPrice: brl(dish.price),
      optionsPrice: brl(optionsPrice),
      totalPrice: brl(round((dish.price + optionsPrice) * quantity)),
    },
    options,
    ...(observations === undefined ? {} : { observations }),
  }
}

function noteFor(kind: DishKind, random: Random): string | undefined {
  if (kind !== 'drink' && chance(random, ALLERGY_SHARE)) return pick(random, ALLERGY_NOTES)
  return chance(random, NOTE_SHARE) ? pick(random, NOTES[kind]) : undefined
}

function choose(choice: Dish['choices'][number], random: Random): readonly WireOption[] {
  const count = between(random, choice.min, choice.max)
  const left = [...choice.options]
  const chosen: WireOption[] = []
  while (chosen.length < count && left.length > 0) {
    const [option] = left.splice(Math.floor(random() * left.length), 1)
    if (option === undefined) break
    const price = option.price ?? 0
    const deeper = (option.choices ?? []).flatMap((inner) => choose(inner, random))
    chosen.push({
      id: identifier(random),
      name: option.name,
      quantity: 1,
      optionGroupName: choice.group,
      pricing: { unitPrice: brl(price), originalPrice: brl(price), totalPrice: brl(price) },
      ...(deeper.length === 0 ? {} : { options: deeper }),
    })
  }
  return chosen
}

function priceOf(option: WireOption): number {
  const own = option.pricing?.totalPrice.value ?? 0
  return own + (option.options ?? []).reduce((sum, inner) => sum + priceOf(inner), 0)
}
