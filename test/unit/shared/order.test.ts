import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseOrder } from '../../../shared/order/order.ts'
import { cutOf, cutOrder } from '../../../shared/order/order-cut.ts'

const essentials = {
  id: 'o1',
  status: 'CREATED',
  fulfillment: { orderType: 'DELIVERY' },
  items: [{ name: 'Pizza', quantity: 1 }],
}

const AT = '2026-11-27T10:00:00Z'

const orderOf = (raw: unknown) => {
  const parsed = parseOrder(raw)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.order
}

const ones = (count: number): readonly unknown[] => Array.from({ length: count }, () => 1)
const nested = (levels: number): object => (levels === 0 ? {} : { inner: nested(levels - 1) })
/** A body with 100,000 characters, field names included, plus `more`. */
const bodyOfTexts = (more: number): object => {
  const texts = (count: number) => Array.from({ length: count }, () => 'x'.repeat(1_000))
  return { a: texts(40), b: texts(40), c: texts(19), d: 'x'.repeat(996 + more) }
}
/** A body with 6,000 values plus `more`. */
const bodyOfValues = (more: number): object => {
  const lists = (count: number) => Array.from({ length: count }, () => ones(40))
  return { a: lists(40), b: lists(40), c: lists(40), d: lists(25), e: ones(20), f: ones(28 + more) }
}

describe('reading an order', () => {
  it.each([
    [{ status: { status: 'READY' } }, 'READY'],
    [{ status: { value: 'READY', since: 'x' } }, 'READY'],
    [{ status: { code: 'ON_THE_GRILL' } }, 'ON_THE_GRILL'],
    [{ status: 'created' }, 'CREATED'],
    [{ status: { value: ' In_Delivery ' } }, 'IN_DELIVERY'],
    [{ status: 'on the grill' }, 'on the grill'],
    [{ status: { value: 2, name: 'Confirmed' } }, 'CONFIRMED'],
    [{ status: { orderStatus: 'READY', previousStatus: 'PREPARING', reason: 'x' } }, 'READY'],
    [{ status: { order: { key: 'CANCELLED' }, changedAt: '2026-01-01' } }, 'CANCELLED'],
    [{ status: { value: 7, kitchen: 'READY', courier: 'DELIVERED' } }, '7'],
  ])('accepts a status in another case or as a block: %j', (block, status) => {
    expect(orderOf({ ...essentials, ...block }).status).toBe(status)
  })

  it('accepts unknown fields at every level, and leaves them out', () => {
    const order = orderOf({
      ...essentials,
      loyalty: { points: 'UNKNOWN' },
      customer: { name: 'Ana', phone: 'UNKNOWN' },
      payments: { prepaid: { value: 3, note: 'UNKNOWN' }, methods: [{ method: 'PIX', card: 'UNKNOWN' }] },
      items: [
        { name: 'X', quantity: 1, allergens: ['UNKNOWN'], options: [{ name: 'Y', quantity: 1, sku: 'UNKNOWN' }] },
      ],
    })
    expect(order).toMatchObject({
      customer: { name: 'Ana' },
      payments: { prepaid: 3, methods: [{ method: 'PIX' }] },
      items: [{ name: 'X', options: [{ name: 'Y' }] }],
    })
    expect(JSON.stringify(order)).not.toContain('UNKNOWN')
  })

  it.each<[unknown, number | 'unreadable', string?]>([
    ['0,5', 0.5],
    ['6 un', 6, 'UN'],
    ['6x', 6, 'UN'],
    ['x6', 6],
    ['1,5 kg', 1.5, 'KG'],
    ['2 unidades', 2, 'UN'],
    ['3 caixas', 3, 'caixas'],
    ['1/2', 'unreadable'],
    ['½', 'unreadable'],
    ['1½', 'unreadable'],
    ['1.234,5', 1_234.5],
    ['1,234.5', 1_234.5],
    ['1.234.567', 'unreadable'],
    ['2 1/4', 'unreadable'],
    ['６', 6],
    [{ value: 6 }, 6],
    [{ amount: '6', unit: 'kg' }, 6, 'KG'],
    [[6], 6],
    ['\u22121', -1],
    ['two', 'unreadable'],
    ['2 or 3', 'unreadable'],
    ['9'.repeat(400), 'unreadable'],
    [true, 'unreadable'],
    [{ pieces: 6 }, 'unreadable'],
    [null, 'unreadable'],
    [undefined, 'unreadable'],
  ])('reads the quantity %j, and never assumes one', (sent, quantity, unit) => {
    const [item] = orderOf({ ...essentials, items: [{ name: 'Pizza', quantity: sent }] }).items
    expect(item).toMatchObject({ name: 'Pizza', quantity })
    expect(item?.unit).toBe(unit)
    expect(item?.comandaUnread).toBe(quantity === 'unreadable' ? 1 : undefined)
    // An option without a quantity counts once.
    const options = [{ name: 'Queijo', quantity: sent }]
    const [topped] = orderOf({ ...essentials, items: [{ name: 'Pizza', quantity: 1, options }] }).items
    expect(topped?.options[0]?.quantity).toBe(sent === undefined || sent === null ? 1 : quantity)
  })

  it.each<[unknown, string]>([
    ['P&atilde;o &amp; vinho', 'Pão & vinho'],
    ['P&amp;atilde;o &#233;&#xE9; &unknown;', 'Pão éé &unknown;'],
    [42, '42'],
    [{ pt: 'Cebola', en: 'Onion' }, 'Cebola'],
    [{ en: 'Onion' }, 'Onion'],
    [{ value: 'Cebola' }, 'Cebola'],
    [{ name: { text: 'Cebola' } }, 'Cebola'],
    [['sem sal', { text: 'sem cebola' }, null], 'sem sal\nsem cebola'],
    [{ 1: 'sem cebola', 0: 'sem sal' }, 'sem sal\nsem cebola'],
    ['<b>sem</b> sal<br>bem passado <3', 'sem sal\nbem passado <3'],
    ['<p class="x" >sal <i like it> 1<b e 2>c</p>', 'sal <i like it> 1<b e 2>c'],
    ['&lt;b&gt;sem sal&lt;/b&gt;', 'sem sal'],
    [{ message: 'sem sal' }, 'sem sal'],
  ])('reads the text %j', (sent, text) => {
    const order = orderOf({
      ...essentials,
      observations: sent,
      items: [{ name: sent, quantity: 1, observations: sent, options: [{ name: sent, optionGroupName: sent }, sent] }],
    })
    const [item] = order.items
    expect([order.observations, item?.name, item?.observations]).toEqual([text, text, text])
    expect(item?.options[0]).toMatchObject({ name: text, optionGroupName: text, quantity: 1 })
    expect([order.comandaUnread, item?.comandaUnread]).toEqual([undefined, undefined])
  })

  it.each(['null', ' NULL ', 'undefined', 'N/A', 'n/d', '(null)', 'None'])(
    'treats the text %j as absent',
    (nothing) => {
      const order = orderOf({
        ...essentials,
        observations: nothing,
        displayId: nothing,
        items: [{ name: 'Pizza', quantity: 1, observations: nothing, unit: nothing, options: nothing }],
      })
      expect(order.items).toEqual([{ name: 'Pizza', quantity: 1, options: [] }])
      expect([order.observations, order.displayId, order.comandaUnread]).toEqual([undefined, undefined, undefined])
    },
  )

  const queijo = { name: 'Queijo', quantity: 2 }
  it.each<[string, unknown, readonly string[], number?]>([
    ['with holes', [null, queijo, null], ['Queijo']],
    ['as an object with numeric keys', { 2: 'Sal', 1: queijo }, ['Queijo', 'Sal']],
    ['as an array-like object', { 0: queijo, length: 1 }, ['Queijo']],
    ['as one element without its list', queijo, ['Queijo']],
    ['as one text', 'Queijo', ['Queijo']],
    ['as texts and numbers', ['Queijo', 7], ['Queijo', '7']],
    ['in a list', [[queijo], ['Sal']], ['Queijo', 'Sal']],
    ['in a wrapper', { option: [queijo] }, ['Queijo']],
    ['as a text of JSON', JSON.stringify([queijo]), ['Queijo']],
    ['by their ids', { a: queijo, b: { name: 'Sal' } }, ['Queijo', 'Sal'], 2],
    ['with an element without a name', [queijo, { quantity: 2 }], ['Queijo', ''], 1],
    ['with a value that is no option', [queijo, true], ['Queijo'], 1],
    ['in an unknown form', { first: 1, second: true }, [], 1],
  ])('reads a list %s', (_form, list, names, unread) => {
    const [item] = orderOf({ ...essentials, items: [{ name: 'Pizza', quantity: 1, options: list }] }).items
    expect(item?.options.map(({ name }) => name)).toEqual(names)
    expect(item?.comandaUnread).toBe(unread)
    const { items } = orderOf({ ...essentials, items: list })
    expect(items.map(({ name }) => name).filter((name) => name !== '')).toEqual(names.filter((name) => name !== ''))
  })

  it('reads options of any depth that a menu has', () => {
    const deepest = Array.from({ length: 14 }).reduce<object>((inner) => ({ name: 'x', options: [inner] }), {
      name: 'last',
    })
    const order = orderOf({ ...essentials, items: [{ name: 'Pizza', quantity: 1, options: [deepest] }] })
    expect(JSON.stringify(order)).toContain('last')
    expect(order.items[0]?.comandaUnread).toBeUndefined()
  })

  it.each<[string, object, object]>([
    [
      'no quantity in one line',
      {
        items: [
          { name: 'A', quantity: null },
          { name: 'B', quantity: 2 },
        ],
      },
      { items: [{ name: 'A' }, { name: 'B', quantity: 2 }] },
    ],
    ['no items', { items: null }, { items: [] }],
    ['items that are none', { items: true }, { items: [{ name: '', comandaUnread: 2 }] }],
    ['no fulfilment', { fulfillment: null }, { fulfillment: { orderType: '' } }],
    ['no id', { id: null }, { id: '' }],
    ['a status that is none', { status: true }, { status: '', comandaUnread: 1 }],
    ['the last event instead of a status', { status: undefined, lastEvent: 'ready_for_pickup' }, { status: 'READY' }],
    ['a status in blocks', { status: { id: 4, current: { code: 'ready' } } }, { status: 'READY' }],
    [
      'a type in a block',
      { fulfillment: { orderType: { code: 'takeout' } } },
      { fulfillment: { orderType: 'TAKEOUT' } },
    ],
    ['a unit in a block', { items: [{ name: 'A', quantity: 2, unit: { code: 'kg' } }] }, { items: [{ unit: 'KG' }] }],
    ['a note of another name', { specialInstructions: 'sem sal' }, { observations: 'sem sal' }],
    [
      'notes of another name in a part',
      { fulfillment: { delivery: { notes: 'portão' }, takeout: { comment: 'balcão' } } },
      { fulfillment: { delivery: { observations: 'portão' }, takeout: { observations: 'balcão' } } },
    ],
    ['a customer as a text', { customer: 'Ana' }, { customer: { name: 'Ana' } }],
    ['a customer of two names', { customer: { firstName: 'Ana', lastName: 'Lima' } }, { customer: { name: 'Ana' } }],
    [
      'an address as a text',
      { fulfillment: { delivery: { address: 'Rua A, 1' } } },
      { fulfillment: { delivery: { address: { street: 'Rua A, 1' } } } },
    ],
    ['an unreadable time', { createdAt: 'yesterday' }, { comandaUnread: 1 }],
    ['a time that a program writes for none', { createdAt: '0001-01-01T00:00:00' }, { comandaUnread: undefined }],
    ['a customer in a list', { customer: [null, { name: 'Ana' }] }, { customer: { name: 'Ana' } }],
    ['a customer as a text in a list', { customer: ['Ana'] }, { customer: { name: 'Ana' } }],
    ['two customers', { customer: ['Ana', 'Bia'] }, { customer: undefined, comandaUnread: 1 }],
    ['a customer that is none', { customer: true }, { customer: undefined, comandaUnread: 1 }],
    ['an empty list for the customer', { customer: [] }, { customer: undefined, comandaUnread: undefined }],
    ['a customer as a text of JSON', { customer: '{"name":"Ana"}' }, { customer: { name: 'Ana' } }],
    ['a time of another name', { scheduledFor: AT }, { timing: { schedule: { scheduledDateTimeEnd: AT } } }],
    [
      'a way of paying in Portuguese',
      { payments: [{ type: 'Pago' }] },
      { payments: { methods: [{ type: 'PREPAID' }] } },
    ],
    ['a total as a text', { total: 'R$ 1.234,50' }, { total: { orderAmount: { value: 1_234.5 } } }],
    [
      'the reference of an address',
      { fulfillment: { delivery: { address: { complement: 'ap 2', reference: 'praça' } } } },
      { fulfillment: { delivery: { address: { complement: 'ap 2 · praça' } } } },
    ],
    ['a total as a number', { total: 50 }, { total: { orderAmount: { value: 50 } } }],
    ['a table as a text', { indoor: '7' }, { fulfillment: { indoor: { identifier: '7' } } }],
    ['a code of the delivery', { delivery: { pickupCode: 7 } }, { fulfillment: { takeout: { pickupCode: '7' } } }],
    ['a priority as a number', { timing: { orderPriority: 2 } }, { timing: { orderPriority: 'PRIORITY2' } }],
    [
      'more than a ticket has',
      { items: Array.from({ length: 501 }, (_, at) => ({ name: `${at}` })) },
      { comandaCut: { characters: 0, lines: 1 } },
    ],
    [
      'the parts of v1',
      {
        fulfillment: undefined,
        type: 'delivery',
        orderTiming: 'scheduled',
        orderPriority: 'PRIORITY2',
        takeout: { takeoutDateTime: '2026-11-27T10:00:00Z' },
        indoor: { mode: 'PLACE', place: 7, seat: 2 },
        salesChannel: 'APP',
        virtualBrand: 'B',
        delivery: { deliveryAddress: { formattedAddress: 'Rua A' } },
      },
      {
        fulfillment: {
          orderType: 'DELIVERY',
          delivery: { address: { street: 'Rua A' } },
          indoor: { operationMode: 'TABLE', identifier: '7' },
        },
        timing: {
          orderTiming: 'SCHEDULED',
          orderPriority: 'PRIORITY2',
          schedule: { scheduledDateTimeEnd: '2026-11-27T10:00:00Z' },
        },
        context: { salesChannel: 'APP', virtualBrand: 'B' },
      },
    ],
    [
      'a promised time of v1 that starts nothing later',
      { orderTiming: 'INSTANT', takeout: { takeoutDateTime: '2026-11-27T10:00:00Z' } },
      { timing: { schedule: undefined } },
    ],
  ])('one bad field hides no other: %s', (_what, change, read) => {
    expect(orderOf({ ...essentials, displayId: '8842', ...change })).toMatchObject({ displayId: '8842', ...read })
  })

  it.each<[string, object, object]>([
    ['modifiers', { modifiers: [{ name: 'Bacon' }] }, [{ name: 'Bacon' }]],
    [
      'lists beside each other',
      { options: [{ name: 'Ovo' }], toppings: ['Bacon'], subItems: [{ name: 'OVO' }] },
      [{ name: 'Ovo' }, { name: 'Bacon' }],
    ],
    [
      'lists with other blanks, cases and accents',
      { options: ['Pão  de queijo'], extras: [' PÃO de\u00a0que\u200bijo', 'Pao de queijo'] },
      [{ name: 'Pão  de queijo' }, { name: 'Pao de queijo' }],
    ],
    [
      'lists whose options of one name differ',
      {
        options: [{ name: 'Ovo', groupName: 'Pão' }, 'Sal'],
        extras: [{ name: 'Ovo', qty: 2 }, { name: 'Ovo', groupName: 'Borda' }, { name: 'Ovo', note: 'mole' }, 'Sal'],
      },
      [{ quantity: 1 }, { name: 'Sal' }, { quantity: 2 }, { optionGroupName: 'Borda' }, { observations: 'mole' }],
    ],
    ['the items of a combo', { items: [{ name: 'Suco', quantity: 2 }] }, [{ name: 'Suco', quantity: 2 }]],
    [
      'names that are no value elsewhere',
      { options: [{ name: 'None', group: 'Onion', options: [] }, { name: 'N/A' }] },
      [{ name: 'None', optionGroupName: 'Onion' }, { name: 'N/A' }],
    ],
    [
      'what is taken away, as lists, codes and flags',
      {
        removedIngredients: ['Ovo', { name: 'Sal' }],
        options: [
          { name: 'Alho', action: 'REMOVE', groupName: 'Base' },
          { name: 'Mel', modifierType: 'exclusion' },
          { name: 'Pão', removed: 1 },
          { name: 'Chá', selected: false },
          { name: 'Mel', type: 'TOPPING', removed: 'false', selected: true },
        ],
      },
      [
        ...[
          { name: 'Ovo', optionGroupName: 'Remove' },
          { name: 'Sal', optionGroupName: 'Remove' },
        ],
        { name: 'Alho', optionGroupName: 'Base · Remove' },
        ...['Mel', 'Pão', 'Chá'].map((name) => ({ name, optionGroupName: 'Remove' })),
        { name: 'Mel', optionGroupName: undefined },
      ],
    ],
    [
      'groups with their options',
      { optionGroups: [{ name: 'Retirar', options: ['Cebola', { name: 'Ovo', group: 'Sem' }] }] },
      [
        { name: 'Cebola', optionGroupName: 'Retirar' },
        { name: 'Ovo', optionGroupName: 'Sem' },
      ],
    ],
    [
      'a group among the options',
      { options: [{ groupName: 'Borda', items: [{ optionName: 'Cheddar', qty: 2 }] }] },
      [{ name: 'Cheddar', quantity: 2, optionGroupName: 'Borda' }],
    ],
    [
      'a group as an object',
      { options: [{ name: 'Ovo', optionGroup: { id: 'g1', name: 'Retirar' } }] },
      [{ name: 'Ovo', optionGroupName: 'Retirar' }],
    ],
  ])('reads options in other forms: %s', (_form, sent, options) => {
    const order = orderOf({ ...essentials, items: [{ name: 'X', quantity: 1, ...sent }] })
    expect(order.items[0]?.options).toMatchObject(options)
    expect(order.items[0]?.comandaUnread).toBeUndefined()
    expect(orderOf(JSON.parse(JSON.stringify(order)))).toEqual(order)
  })

  it.each<object>([
    ...[
      { isRemoval: true },
      { hold: 'true' },
      { is_included: false },
      { value: 'NO' },
      { preModifier: { name: 'Hold' } },
    ],
    ...[
      { status: 'REMOVED' },
      { groupType: 'removal' },
      { group: { name: 'Base', type: 'REMOVAL' } },
      { level: 'none' },
    ],
    ...[
      { type: 'removed_ingredient' },
      { status: 'CANCELLED' },
      { action: '86' },
      { choice: 'Não' },
      { operation: 'tirar' },
    ],
  ])('reads an option that its own fields take away: %j', (away) => {
    const options = [{ name: 'Ovo', quantity: 1, ...away }]
    const [item] = orderOf({ ...essentials, items: [{ name: 'X', quantity: 1, options }] }).items
    expect(item?.options).toMatchObject([{ name: 'Ovo', optionGroupName: expect.stringMatching(/Remove$/) }])
  })

  it.each<object>([
    ...[
      { ingredientsToRemove: ['Ovo'] },
      { withoutIngredients: ['Ovo'] },
      { itensRemovidos: ['Ovo'] },
      { sem: ['Ovo'] },
    ],
    ...[
      { modifications: { remove: ['Ovo'], add: ['Sal'] } },
      { options: { removed: [{ name: 'Ovo' }], added: ['Sal'] } },
    ],
    ...[{ modifierGroups: [{ name: 'Base', type: 'REMOVAL', modifiers: ['Ovo'] }] }],
    ...[{ optionGroups: [{ title: 'Remove', options: ['Ovo'] }] }],
    ...[{ selected_modifier_groups: [{ title: 'Remove', selected_items: [{ title: 'Ovo' }] }] }],
    ...[{ ingredients: [{ name: 'Ovo', removed: true }, { name: 'Sal' }] }],
  ])('reads a list of what is taken away: %j', (sent) => {
    const [item] = orderOf({ ...essentials, items: [{ name: 'X', quantity: 1, ...sent }] }).items
    expect(item?.options[0]).toMatchObject({
      name: 'Ovo',
      optionGroupName: expect.stringMatching(/^(?:Base · )?Remove$/),
    })
    expect(item?.options.slice(1)).toMatchObject(JSON.stringify(sent).includes('Sal') ? [{ name: 'Sal' }] : [])
  })

  it('reads a line that its own fields take away as one of which none is made', () => {
    const items = [{ removed: true }, { status: 'CANCELLED' }, { hold: true, action: 'ADD' }, { removed: false }]
    const order = orderOf({ ...essentials, items: items.map((flags) => ({ name: 'X', quantity: 2, ...flags })) })
    expect(order.items.map(({ quantity }) => quantity)).toEqual([0, 0, 2, 2])
  })

  it.each<[object, string | undefined]>([
    [{ comments: 'A', note: 'B', observations: 'A', remarks: null }, 'A\nB'],
    [{ observaciones: 'A', cookingInstructions: 'B' }, 'A\nB'],
    [
      {
        notes: [
          { type: 'REMOVE', text: 'cebola' },
          { title: 'Alergia', text: 'ovo' },
        ],
      },
      'Remove: cebola\nAlergia: ovo',
    ],
    [
      { allergies: ['ovo', 'leite'], dietaryRestrictions: 'celíaca' },
      'allergies: ovo, leite\ndietary restrictions: celíaca',
    ],
    [{ hasAllergy: true, allergyNotes: 'none', allergies: false, allergens: ['ovo'] }, 'has allergy'],
  ])('reads notes under all their names, each once: %j', (sent, notes) => {
    const order = orderOf({ ...essentials, ...sent, items: [{ name: 'X', quantity: 1, ...sent }] })
    expect([order.observations, order.items[0]?.observations]).toEqual([notes, notes])
    const beside = { ...essentials, customer: { name: 'Ana', ...sent } }
    expect(orderOf(beside)).toMatchObject({ observations: notes, customer: { name: 'Ana' } })
  })

  it('keeps the words of an option that say how it is made, without codes and prices', () => {
    const said = [
      ...[{ value: 'mal passado' }, { modifier: 'LIGHT' }, { fraction: '1/2' }, { label: 'Mole' }],
      ...[{ action: 'ADD' }, { value: 'R$ 2' }, { amount: '2.00' }, { label: 'OVO' }, { type: 'NONE', prefix: 'NONE' }],
    ]
    const options = said.map((one) => ({ name: 'Ovo', quantity: 1, ...one }))
    const [item] = orderOf({ ...essentials, items: [{ name: 'X', quantity: 1, other: options }] }).items
    expect(item?.options.map(({ observations }) => observations)).toEqual([
      'mal passado',
      'LIGHT',
      '1/2',
      'Mole',
      ...said.slice(4).map(() => undefined),
    ])
  })

  it.each([
    { displayId: 8842 },
    { displayId: { value: 8842 } },
    { displayId: { number: '8842' } },
    { displayId: ['8842'] },
    { display_id: '8842' },
    { DisplayID: '8842' },
    { displayId: null, orderNumber: 8842 },
    { shortReference: '8842' },
  ])('finds the number of the order: %j', (number) => {
    expect(orderOf({ ...essentials, ...number }).displayId).toBe('8842')
  })

  it.each([[[essentials]], [{ order: essentials }], [{ data: [{ order: essentials }] }], [JSON.stringify(essentials)]])(
    'finds the order in its wrapper: %j',
    (answer) => {
      expect(orderOf(answer)).toMatchObject({ id: 'o1', items: [{ name: 'Pizza' }] })
    },
  )

  it.each([[undefined], [7], ['two pizzas'], [[]], [{}], [{ code: 'NOT_FOUND', message: 'no' }], [{ id: true }]])(
    'is not possible from %j',
    (raw) => {
      expect(parseOrder(raw).ok).toBe(false)
    },
  )

  it('compares every word regardless of its case, blanks, hyphens and underscores', () => {
    const order = orderOf({
      ...essentials,
      status: 'in delivery',
      timing: { orderTiming: 'On-Demand', orderPriority: 'priority_2' },
      fulfillment: { orderType: 'take out', indoor: { operationMode: 'Table', consumptionType: 'dine-in' } },
      payments: { methods: [{ type: 'Pre-paid', method: 'credit_debit' }] },
    })
    expect(order).toMatchObject({
      status: 'IN_DELIVERY',
      timing: { orderTiming: 'ONDEMAND', orderPriority: 'PRIORITY2' },
      fulfillment: { orderType: 'TAKEOUT', indoor: { operationMode: 'TABLE', consumptionType: 'DINE_IN' } },
      payments: { methods: [{ type: 'PREPAID' }] },
    })
  })

  it('accepts endless nesting, and reads its first levels', () => {
    const deep = (levels: number): unknown =>
      Array.from({ length: levels }).reduce((inner) => ({ name: 'x', quantity: 1, options: [inner] }), undefined)
    const withOption = (levels: number) => ({
      ...essentials,
      items: [{ name: 'x', quantity: 1, options: [deep(levels)] }],
    })
    expect(parseOrder(withOption(50))).toMatchObject({ ok: true })
    expect(parseOrder(withOption(20_000))).toMatchObject({ ok: true })
  })

  it('reads only the first lines of an endless order', () => {
    const read = new Set<string | symbol>()
    const items = new Proxy(
      Array.from({ length: 300_000 }, () => ({})),
      {
        get(list, key, receiver) {
          read.add(key)
          return Reflect.get(list, key, receiver)
        },
      },
    )
    expect(orderOf({ ...essentials, items }).items).toHaveLength(500)
    expect(read.size).toBeLessThan(1_000)
  })

  it('joins equal options after the first forty, so that none is missing in the totals', () => {
    const options = Array.from({ length: 90 }, (_, index) => ({
      id: `${index}`,
      name: index < 80 ? 'Coxinha' : 'Kibe',
    }))
    const [item] = orderOf({ ...essentials, items: [{ name: 'Cento', quantity: 1, options }] }).items
    const total = (name: string): number =>
      (item?.options ?? []).reduce((sum, one) => sum + (one.name === name ? Number(one.quantity) : 0), 0)
    expect([total('Coxinha'), total('Kibe'), item?.options.length]).toEqual([80, 10, 42])
  })

  it('states once what was cut, also when it is cut again', () => {
    const items = Array.from({ length: 5_000 }, () => ({ name: 'x'.repeat(3_000), quantity: 1 }))
    const cut = cutOrder({ ...essentials, items })
    expect(cutOf(cut).lines).toBe(4_040)
    expect(cutOf(cut).characters).toBeGreaterThan(60 * 1_000)
    expect(cutOrder(cut)).toEqual(cut)
    expect(JSON.stringify(cut).length).toBeLessThan(150_000)
    expect(orderOf(cut).items).toHaveLength(61)
  })

  it('does not trust a count of what was cut that is none', () => {
    for (const count of [{ characters: 'many', lines: -1 }, { characters: 0.5, lines: 0 }, 7])
      expect(cutOrder({ ...essentials, comandaCut: count })).toEqual(essentials)
    const nested = { ...essentials, total: { comandaCut: { characters: 1, lines: 1 } } }
    expect(cutOrder(nested)).toBe(nested)
  })

  it('keeps a usual order unchanged, without a copy', () => {
    const order = { ...essentials, observations: 'Sem cebola', items: [{ name: 'Pizza', quantity: 2, options: [] }] }
    expect(cutOrder(order)).toBe(order)
    expect(cutOf(cutOrder(order))).toEqual({ characters: 0, lines: 0 })
  })

  it.each([
    ['a text', (more: number) => ({ note: 'x'.repeat(2_000 + more) }), { characters: 1, lines: 0 }],
    ['an id', (more: number) => ({ id: 'x'.repeat(8_000 + more) }), { characters: 1, lines: 0 }],
    ['the name of a field', (more: number) => ({ ['x'.repeat(2_000 + more)]: 1 }), { characters: 1, lines: 0 }],
    ['all texts', bodyOfTexts, { characters: 1, lines: 0 }],
    ['a list', (more: number) => ({ list: ones(40 + more) }), { characters: 0, lines: 1 }],
    ['the depth', (more: number) => nested(40 + more), { characters: 0, lines: 1 }],
    ['all values', bodyOfValues, { characters: 0, lines: 1 }],
  ])('keeps %s up to its limit, and cuts the rest', (_what, bodyWith, cut) => {
    const atLimit = bodyWith(0)
    expect(cutOrder(atLimit)).toBe(atLimit)
    expect(cutOf(cutOrder(bodyWith(1)))).toEqual(cut)
  })

  it('keeps a hundred fields of an object', () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 1]))
    const hundred = fields(100)
    expect(cutOrder(hundred)).toBe(hundred)
    expect(cutOrder(fields(101))).toEqual({ ...hundred, comandaCut: { characters: 0, lines: 1 } })
  })

  it('reads a limited number of values of a body', () => {
    let reads = 0
    const counted = {
      get value() {
        reads += 1
        if (reads > 12_000) throw new Error('The parser reads every value')
        return 1
      },
    }
    const wide = Array.from({ length: 8 }).reduce<unknown>((inner) => Array.from({ length: 40 }, () => inner), counted)
    expect(cutOf(cutOrder({ wide })).lines).toBeGreaterThan(0)
  })

  it('never throws, regardless of its input', () => {
    fc.assert(
      fc.property(fc.anything(), (raw) => {
        expect(typeof parseOrder(raw).ok).toBe('boolean')
      }),
      { numRuns: 2_000 },
    )
  })
})
