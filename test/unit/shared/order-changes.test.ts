import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { type Order, parseOrder } from '../../../shared/order/order.ts'
import {
  carriedMarks,
  changedFacts,
  changeWords,
  isSameOrder,
  lineIdsOf,
  PART_OF_LINE,
  renewedMarks,
} from '../../../shared/order/order-changes.ts'
import { createFormats } from '../../../shared/text/formats.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'
import { kitchenWordsOf } from '../../../shared/ticket/kitchen-words.ts'
import type { LineContent } from '../../../shared/ticket/ticket.ts'
import { ticketLinesOf } from '../../../shared/ticket/ticket-content.ts'
import { createTicketCutter } from '../../../shared/ticket/ticket-cut.ts'
import { lineNode, nodeText, noteNodes, removedNodes, type TicketNode } from '../../../shared/ticket/ticket-tree.ts'

type Item = {
  readonly id?: string
  readonly name: string
  readonly quantity: number
  readonly observations?: string
  readonly options?: readonly object[]
}

function orderOf(items: readonly Item[], more: object = {}): Order {
  const parsed = parseOrder({ id: 'o', status: 'PREPARING', fulfillment: { orderType: 'TAKEOUT' }, items, ...more })
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.order
}
const NONE: ReadonlySet<string> = new Set()
const words = kitchenWordsOf(DEFAULT_SETTINGS)
const nodeWords = {
  ...createFormats('pt-BR', 'decimal'),
  ...LANGUAGES['pt-BR'].ticket,
  allergy: words.allergy,
  typeName: (code: string) => `<${code}>`,
  dueText: (at: number) => `due ${at}`,
  startText: (at: number) => `start ${at}`,
}
const burger = (quantity: number, id?: string): Item => ({
  name: 'Burger',
  quantity,
  ...(id === undefined ? {} : { id }),
})

const compared = (before: readonly Item[], now: readonly Item[]) =>
  ticketLinesOf(orderOf(now), { struckLines: NONE, earlier: orderOf(before) }, createTicketCutter())
const short = ({ quantity, name }: LineContent): string => `${quantity} ${name}`
/** "+": added, "-": removed, "a → b": changed; a line without a sign is unchanged. */
const marks = (before: readonly Item[], now: readonly Item[]): readonly string[] => {
  const { lines, removed } = compared(before, now)
  return [
    ...lines.map((line) =>
      line.isAdded ? `+${short(line)}` : line.was ? `${short(line.was)} → ${short(line)}` : short(line),
    ),
    ...removed.map((line) => `-${short(line)}`),
  ]
}

const itemArbitrary: fc.Arbitrary<Item> = fc.record(
  {
    id: fc.constantFrom('1', '2', '3'),
    name: fc.constantFrom('Burger', 'Suco', 'Pizza'),
    quantity: fc.constantFrom(1, 2, 3),
    observations: fc.constantFrom('sem sal', 'mal passado'),
    options: fc.array(
      fc.record(
        {
          name: fc.constantFrom('Queijo', 'Ovo'),
          quantity: fc.constantFrom(1, 2),
          optionGroupName: fc.constant('Extra'),
        },
        { requiredKeys: ['name', 'quantity'] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['name', 'quantity'] },
)
const items = fc.array(itemArbitrary, { maxLength: 5 })

/** The content of lines, whatever their order and that of their options. */
const contents = (lines: readonly LineContent[]): readonly string[] => lines.map(contentOf).toSorted()
const contentOf = ({ name, quantity, notes, options }: LineContent): string =>
  JSON.stringify([name, quantity, notes, options.map((one) => JSON.stringify(one)).toSorted()])
const shared = (one: readonly string[], other: readonly string[]): number => {
  const left = [...other]
  return one.filter((content) => left.includes(content) && left.splice(left.indexOf(content), 1)).length
}

/** The tree without the marks, as it was before. */
const undone = (node: TicketNode): TicketNode => ({
  ...(node.was ?? node),
  change: undefined,
  was: undefined,
  children: node.children.filter(({ change }) => change !== 'added').map(undone),
})
const canonical = (node: TicketNode): string =>
  JSON.stringify([
    { ...node, isEach: false, isGroupNamed: false, children: [] },
    node.children.map(canonical).toSorted(),
  ])

describe('the marks of a changed order', () => {
  it.each<[string, readonly Item[], readonly Item[], readonly string[]]>([
    ['a quantity', [burger(1, 'a')], [burger(3, 'a')], ['1 Burger → 3 Burger']],
    ['a quantity without ids', [burger(1)], [burger(3)], ['1 Burger → 3 Burger']],
    ['one of two equal dishes', [burger(1, 'a'), burger(1, 'a')], [burger(1, 'a')], ['1 Burger', '-1 Burger']],
    ['an added dish', [burger(1)], [burger(1), { name: 'Suco', quantity: 1 }], ['1 Burger', '+1 Suco']],
    [
      'new numbers of the lines',
      [burger(1, '1'), { id: '2', name: 'Suco', quantity: 1 }],
      [{ id: '1', name: 'Suco', quantity: 1 }],
      ['1 Suco', '-1 Burger'],
    ],
    ['new ids at each reading', [burger(1, 'x')], [burger(1, 'y')], ['1 Burger']],
    [
      'another order of the lines',
      [burger(1), { name: 'Suco', quantity: 1 }],
      [{ name: 'Suco', quantity: 1 }, burger(1)],
      ['1 Suco', '1 Burger'],
    ],
  ])('show %s', (_, before, now, expected) => {
    expect(marks(before, now)).toEqual(expected)
  })

  it('equal the difference, for any edit: undoing them gives the order before, and no unchanged line has one', () => {
    fc.assert(
      fc.property(items, items, (before, now) => {
        const { lines, removed } = compared(before, now)
        const [was, is] = [before, now].map((one) =>
          contents(ticketLinesOf(orderOf(one), { struckLines: NONE }, createTicketCutter()).lines),
        )
        const kept = lines.filter((line) => !line.isAdded && line.was === undefined)
        expect(contents(lines)).toEqual(is)
        expect(contents([...kept, ...lines.flatMap((line) => line.was ?? []), ...removed])).toEqual(was)
        expect(kept).toHaveLength(shared(was ?? [], is ?? []))
        for (const line of lines) {
          if (line.was) expect(canonical(undone(lineNode(line, words)))).toBe(canonical(lineNode(line.was, words)))
        }
      }),
      { numRuns: 500 },
    )
  })

  it('are words on the ticket', () => {
    const { lines, removed } = compared(
      [
        burger(1),
        { name: 'Pizza', quantity: 1, options: [{ name: 'Ovo', quantity: 1 }] },
        { name: 'Pudim', quantity: 1 },
      ],
      [
        burger(3),
        { name: 'Pizza', quantity: 1, options: [{ name: 'Ovo', quantity: 2 }] },
        { name: 'Suco', quantity: 1 },
      ],
    )
    const rows = (node: TicketNode): readonly string[] => [nodeText(node, nodeWords), ...node.children.flatMap(rows)]
    const nodes = [
      ...lines.map((line) => lineNode(line, words)),
      ...removedNodes({ changes: { at: 0, removed } }, words),
    ]
    expect(nodes.flatMap(rows)).toEqual([
      'MUDOU: 3× Burger (era 1×)',
      '1× Pizza',
      'MUDOU: 2× Ovo (era 1×)',
      'NOVO: 1× Suco',
      'TIRADO DO PEDIDO: 1× Pudim',
    ])
  })

  it('show notes of the order that came, went or changed', () => {
    const changes = { at: 0, removed: [], notesBefore: ['sem talheres', 'rápido'] }
    const changed = (...notes: string[]) =>
      noteNodes({ notes, changes }, words).map(({ text, change, was }) => [text, change, was?.text])
    expect(changed('rápido')).toEqual([
      ['rápido', undefined, undefined],
      ['sem talheres', 'removed', undefined],
    ])
    expect(changed('sem talheres', 'devagar', 'obrigado')).toEqual([
      ['sem talheres', undefined, undefined],
      ['devagar', 'changed', 'rápido'],
      ['obrigado', 'added', undefined],
    ])
  })
})

describe('where an order goes, how, and for when', () => {
  const time = fc.constantFrom('2026-11-27T10:00:00Z', '2026-11-27T11:00:00Z', undefined)
  const facts = fc.record({
    type: fc.constantFrom('DELIVERY', 'TAKEOUT', 'INDOOR'),
    street: fc.constantFrom('Rua A', 'Rua B'),
    table: fc.constantFrom('7', '8', undefined),
    eaten: fc.constantFrom('DINE_IN', 'TAKEAWAY', undefined),
    time,
    estimate: time,
  })
  const withFacts = ({
    type,
    street,
    table,
    eaten: consumptionType,
    time: scheduledDateTimeEnd,
    estimate,
  }: typeof facts extends fc.Arbitrary<infer T> ? T : never) => {
    const delivery = { address: { street }, estimatedDeliveryDateTime: estimate }
    const fulfillment = { orderType: type, delivery, indoor: { identifier: table, consumptionType } }
    const parsed = parseOrder({
      id: 'o',
      status: 'PREPARING',
      fulfillment,
      timing: { schedule: { scheduledDateTimeEnd } },
      items: [],
    })
    if (!parsed.ok) throw new Error(parsed.reason)
    return parsed.order
  }

  it('property: the marks equal the difference, and the estimate of a delivery is none', () => {
    fc.assert(
      fc.property(facts, facts, (before, now) => {
        const expected = [
          before.type !== now.type && ['orderType', before.type, now.type],
          before.street !== now.street && ['address', before.street, now.street],
          before.table !== now.table && ['place', before.table, now.table],
          before.eaten !== now.eaten && ['consumption', before.eaten, now.eaten],
          before.time !== now.time && ['time', ...[before.time, now.time].map((at) => at && String(Date.parse(at)))],
        ].filter((mark) => mark !== false)
        const [one, other] = [withFacts(before), withFacts(now)]
        expect(changedFacts(one, other).map(({ fact, was, now: is }) => [fact, was, is])).toEqual(expected)
        expect(isSameOrder(one, other)).toBe(expected.length === 0)
      }),
    )
  })

  it('stands before the notes, in words', () => {
    const changes = {
      at: 0,
      removed: [],
      facts: [
        { fact: 'orderType' as const, was: 'DELIVERY', now: 'TAKEOUT' },
        { fact: 'consumption' as const, was: 'DINE_IN', now: 'TAKEAWAY' },
        { fact: 'time' as const, now: '5' },
        { fact: 'address' as const, was: 'Rua A', now: 'Rua B' },
        { fact: 'place' as const, was: '7' },
      ],
    }
    expect(noteNodes({ notes: ['oi'], changes }, words).map((node) => nodeText(node, nodeWords))).toEqual([
      'MUDOU: <TAKEOUT> (era <DELIVERY>)',
      'MUDOU: <TAKEAWAY> (era <DINE_IN>)',
      'NOVO: due 5',
      'MUDOU: Rua B (era Rua A)',
      'TIRADO DO PEDIDO: 7',
      'oi',
    ])
  })
})

describe('the marks of struck lines after another reading', () => {
  const struckAfter = (before: readonly Item[], now: readonly Item[], ...struck: readonly number[]) => {
    const [from, to] = [orderOf(before).items, orderOf(now).items]
    const ids = lineIdsOf(from)
    const carried = carriedMarks(from, to, new Set(struck.map((at) => ids[at] ?? '')))
    return lineIdsOf(to).map((id) => carried.has(id))
  }
  it.each<[string, readonly Item[], readonly Item[], number, readonly boolean[]]>([
    ['leave a line that changed', [burger(1, 'a')], [burger(3, 'a')], 0, [false]],
    ['leave with the removed one of two equal dishes', [burger(1), burger(1)], [burger(1)], 0, [false]],
    ['stay when an equal dish is added', [burger(1)], [burger(1), burger(1)], 0, [true, false]],
    ['stay when ids are new', [burger(1, 'x')], [burger(1, 'y')], 0, [true]],
    [
      'stay when lines move',
      [burger(1), { name: 'Suco', quantity: 1 }],
      [{ name: 'Suco', quantity: 1 }, burger(1)],
      0,
      [false, true],
    ],
  ])('%s', (_, before, now, struck, expected) => {
    expect(struckAfter(before, now, struck)).toEqual(expected)
  })

  it('of the part of a station go with their line', () => {
    const [from, to] = [orderOf([burger(1, 'x')]).items, orderOf([burger(1, 'y')]).items]
    const part = `${lineIdsOf(from)[0]}${PART_OF_LINE}Bar`
    expect([...carriedMarks(from, to, new Set([part]))]).toEqual([`${lineIdsOf(to)[0]}${PART_OF_LINE}Bar`])
  })

  it('stay when they already are those of the later reading', () => {
    const [from, to] = [orderOf([burger(1)]).items, orderOf([burger(3)]).items]
    const [mark = ''] = lineIdsOf(to)
    const all = [mark, `${mark}${PART_OF_LINE}Bar`]
    expect([...carriedMarks(from, to, new Set([...all, 'gone']))]).toEqual(all)
  })

  it('are never on a line that was open or is new, whatever was edited, and a second run changes nothing', () => {
    fc.assert(
      fc.property(items, items, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), (before, now, isStruck) => {
        const [from, to] = [orderOf(before).items, orderOf(now).items]
        const ids = lineIdsOf(from)
        const marked = new Set(ids.filter((_, at) => isStruck[at]))
        const carried = carriedMarks(from, to, marked)
        const contentsOf = (all: Order['items'], marks: ReadonlySet<string>) =>
          contents(
            ticketLinesOf({ ...orderOf([]), items: all }, { struckLines: marks }, createTicketCutter()).lines.filter(
              ({ struck }) => struck,
            ),
          )
        const after = contentsOf(to, carried)
        expect(shared(after, contentsOf(from, marked))).toBe(after.length)
        expect(new Set(lineIdsOf(to)).size).toBe(to.length)
      }),
    )
  })
})

describe('marks in the ids of an earlier version', () => {
  const order = orderOf([burger(1, 'a'), { name: 'Suco', quantity: 1 }, burger(1, 'x'.repeat(300))])
  const [first, second, third] = lineIdsOf(order.items)
  it.each<[string, readonly string[], readonly (string | undefined)[] | undefined]>([
    ['become those of their lines', ['0:a', '1:Suco', `2:${'x'.repeat(198)}`], [first, second, third]],
    ['of a station stay with it', ['1:Suco/Bar'], [`${second}/Bar`]],
    ['of other lines leave, and new ones stay', ['0:ab', '10:a', '0:b', 'new', 'a:0:a'], ['new', 'a:0:a']],
    ['are absent', ['new', `${first}`], undefined],
  ])('%s', (_, before, after) => {
    expect(renewedMarks(order.items, new Set(before))).toEqual(after && new Set(after))
  })
})

describe('a change in the timeline', () => {
  const suco = { name: 'Suco', quantity: 2 }
  const to = (orderType?: string, street?: string) => ({
    orderType,
    fulfillment: { delivery: { address: { street } } },
  })
  it.each<[string, Order, Order, string]>([
    ['of a quantity', orderOf([burger(1, 'a')]), orderOf([burger(3, 'a')]), '1× Burger → 3× Burger'],
    ['of the lines', orderOf([burger(1)]), orderOf([suco]), '+ 2× Suco · - 1× Burger'],
    ['of their order is none', orderOf([burger(1), suco]), orderOf([suco, burger(1)]), ''],
    ['of a note', orderOf([burger(1)]), orderOf([{ ...burger(1), observations: 'Lia' }]), '1× Burger *'],
    ['of what cannot be read', orderOf([burger(Number.NaN)]), orderOf([burger(1)]), '?× Burger → 1× Burger'],
    ['of the type', orderOf([], to('DELIVERY')), orderOf([], to('TAKEOUT')), 'DELIVERY → TAKEOUT'],
    ['from an absent type', orderOf([], to()), orderOf([], to('TAKEOUT')), '? → TAKEOUT'],
    ['to an absent type', orderOf([], to('TAKEOUT')), orderOf([], to()), 'TAKEOUT → ?'],
    ['of the address', orderOf([], to('DELIVERY', 'Rua A')), orderOf([], to('DELIVERY', 'Rua B')), '*'],
    [
      'of the address and the notes',
      orderOf([], { ...to('DELIVERY', 'Rua A'), observations: 'a' }),
      orderOf([burger(1)], { ...to('DELIVERY', 'Rua B'), observations: 'b' }),
      '+ 1× Burger · *',
    ],
  ])('%s', (_, before, now, text) => {
    expect(changeWords(before, now)).toBe(text)
  })

  it('has at most 500 characters', () => {
    expect(changeWords(orderOf([]), orderOf([{ name: 'x'.repeat(600), quantity: 1 }]))).toHaveLength(500)
  })
})
