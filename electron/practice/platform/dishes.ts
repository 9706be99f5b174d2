import { type Dish, type DishKind, DRINKS, FOOD } from './menu.ts'
import { between, chance, identifier, pick, type Random } from './randomness.ts'
import type { Money, WireItem, WireOption } from './wire.ts'

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
export function dishesFor(random: Random, count: number): readonly WireItem[] {
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

function brl(value: number): Money {
  return { value, currency: 'BRL' }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
