import { type Dish, MENU } from './menu.ts'
import { between, chance, identifier, pick, type Random } from './randomness.ts'
import type { Money, WireItem, WireOption } from './wire.ts'

const NOTES = [
  'sem cebola',
  'ponto bem passado',
  'ALERGIA a amendoim',
  'bem assado, por favor',
  'sem coentro',
  'molho à parte',
  'capricha no queijo!',
  'cortar em 12 pedaços',
  'pouco sal',
  'intolerante a lactose: sem queijo',
] as const
const LONG_NOTES = [
  'Por favor: metade sem azeitona e metade com azeitona, borda bem assada, e o orégano só do lado da calabresa. Na última vez veio trocado e as crianças não comeram. Obrigada, vocês são ótimos!',
  'ALERGIA grave a camarão e frutos do mar. Favor usar frigideira e faca limpas, trocar as luvas e avisar o entregador. Se não for possível garantir, me liguem antes de preparar, por gentileza.',
] as const

/** One dish of the menu as a customer would order it: choices, extras, a note. */
export function dishFor(random: Random, from: readonly [Dish, ...Dish[]] = MENU): WireItem {
  const dish = pick(random, from)
  const byWeight = dish.unit === 'KG'
  const quantity = byWeight ? pick(random, [0.5, 0.75, 1, 1.25]) : pick(random, [1, 1, 1, 1, 2, 2, 3])
  const options = dish.choices.flatMap((choice) => choose(choice, random))
  const optionsPrice = round(options.reduce((sum, option) => sum + priceOf(option), 0))
  const observations = noteFor(random)
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

function noteFor(random: Random): string | undefined {
  if (chance(random, 0.05)) return pick(random, LONG_NOTES)
  return chance(random, 0.3) ? pick(random, NOTES) : undefined
}

function choose(choice: Dish['choices'][number], random: Random): readonly WireOption[] {
  const count = between(random, choice.least, choice.most)
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
