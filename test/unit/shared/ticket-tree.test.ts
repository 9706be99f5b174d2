import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../shared/contract/settings.ts'
import { createFormats } from '../../../shared/text/formats.ts'
import { LANGUAGES } from '../../../shared/texts/languages.ts'
import { kitchenWordsOf } from '../../../shared/ticket/kitchen-words.ts'
import type { TicketLine, TicketOption } from '../../../shared/ticket/ticket.ts'
import {
  courierNodes,
  hasAllergy,
  lineNode,
  nodeText,
  noteNodes,
  type TicketNode,
} from '../../../shared/ticket/ticket-tree.ts'

const words = kitchenWordsOf(DEFAULT_SETTINGS)
const nodeWords = {
  ...createFormats('pt-BR', 'decimal'),
  ...LANGUAGES['pt-BR'].ticket,
  allergy: words.allergy,
  typeName: (code: string) => `<${code}>`,
  dueText: (at: number) => `due ${at}`,
  startText: (at: number) => `start ${at}`,
}

const option = (more: Partial<TicketOption>): TicketOption => ({ name: 'Queijo', quantity: 1, options: [], ...more })
const line = (more: Partial<TicketLine>): TicketLine => ({
  lineId: 'l',
  name: 'Pizza',
  quantity: 1,
  options: [],
  struck: false,
  ...more,
})

const rows = (node: TicketNode): readonly string[] => [nodeText(node, nodeWords), ...node.children.flatMap(rows)]
/** The first option of a line as the ticket shows it, with its kind. */
const shown = (given: Partial<TicketOption>, quantity = 1) => {
  const node = lineNode(line({ quantity, options: [option(given)] }), words).children[0]
  return node && [node.kind, nodeText(node, nodeWords).replaceAll('\u00a0', ' ')]
}

describe('the text of an option', () => {
  it.each<[string | undefined, string, readonly [string, string]]>([
    ['Retirar ingredientes', 'Cebola', ['removal', 'Sem Cebola']],
    ['Deseja retirar algo?', 'Cebola', ['removal', 'Sem Cebola']],
    ['Sem', 'Cebola', ['removal', 'Sem Cebola']],
    ['Ingredientes', 'Sem cebola', ['removal', 'Sem cebola']],
    [undefined, '- SEM CEBOLA', ['removal', '- SEM CEBOLA']],
    [undefined, 'No onions', ['removal', 'No onions']],
    [undefined, 'Hold the mayo', ['removal', 'Hold the mayo']],
    ['Quitar', 'Cebolla', ['removal', 'Sin Cebolla']],
    ['Massa', 'Tradicional', ['option', 'Massa: Tradicional']],
    ['Borda:', 'Cheddar', ['option', 'Borda: Cheddar']],
    ['Sem álcool', 'Suco de uva', ['option', 'Sem álcool: Suco de uva']],
    ['Ponto', 'Ponto da carne: ao ponto', ['option', 'Ponto da carne: ao ponto']],
    ['Gelo', 'Sem', ['removal', 'Gelo: Sem']],
    ['Retirar no balcão', 'Agora', ['option', 'Retirar no balcão: Agora']],
    [undefined, 'No pão francês', ['option', 'No pão francês']],
    [undefined, 'Nº 12', ['option', 'Nº 12']],
    [undefined, 'Semolina', ['option', 'Semolina']],
    [undefined, 's/ cebola', ['removal', 's/ cebola']],
    [undefined, 'S/CEBOLA', ['removal', 'S/CEBOLA']],
    [undefined, 'c/ cebola', ['option', 'c/ cebola']],
    [undefined, '❌ Picles', ['removal', '❌ Picles']],
    [undefined, 'Cebola (retirar)', ['removal', 'Cebola (retirar)']],
    [undefined, 'Picles - sem', ['removal', 'Picles - sem']],
    [undefined, 'Tira-gosto', ['option', 'Tira-gosto']],
    [undefined, 'Ohne Zwiebeln', ['removal', 'Ohne Zwiebeln']],
    ['Remoções', 'Ovo', ['removal', 'Sem Ovo']],
    ['O que não vai?', 'Ovo', ['removal', 'Sem Ovo']],
    ['Molhos exclusivos', 'Da casa', ['option', 'Molhos exclusivos: Da casa']],
    ['Não quer uma bebida?', 'Suco', ['option', 'Não quer uma bebida?: Suco']],
    [undefined, '', ['option', 'Item sem nome']],
    ['Sem custo adicional', 'Ketchup', ['option', 'Sem custo adicional: Ketchup']],
    ['No mínimo 1', 'Frango', ['option', 'No mínimo 1: Frango']],
    ['Sem qual ingrediente?', 'Ovo', ['removal', 'Sem Ovo']],
    ['Adicionar ou remover?', 'Bacon', ['option', 'Adicionar ou remover?: Bacon']],
    ['Não adicionar', 'Sal', ['removal', 'Sem Sal']],
    ['Retirar cebola?', 'Sim', ['removal', 'Retirar cebola?: Sim']],
    ['Sem cebola', 'Yes', ['removal', 'Sem cebola: Yes']],
    ['Retirar cebola?', 'Não', ['option', 'Retirar cebola?: Não']],
    ['Remover ingredientes', 'Não remover nada', ['option', 'Remover ingredientes: Não remover nada']],
    ['Remove', 'None', ['option', 'Remove: None']],
    ['Itens retirados', 'Ovo', ['removal', 'Sem Ovo']],
    [undefined, 'Onion: none', ['removal', 'Onion: none']],
    [undefined, 'Cebola (removida)', ['removal', 'Cebola (removida)']],
    [undefined, 'Cebola? Não', ['removal', 'Cebola? Não']],
    [undefined, 'Retirar cebola? Não', ['option', 'Retirar cebola? Não']],
    [undefined, 'No changes', ['option', 'No changes']],
    [undefined, '➖ Ovo', ['removal', '➖ Ovo']],
    ['Cebola?', 'Não', ['removal', 'Cebola?: Não']],
    ['Onion', 'Hold', ['removal', 'Onion: Hold']],
    ['Deseja sem cebola?', 'Sim, por favor', ['removal', 'Deseja sem cebola?: Sim, por favor']],
    ['Bebida', 'Não alcoólica', ['option', 'Bebida: Não alcoólica']],
    ['Alergias?', 'Não', ['option', 'Alergias?: Não']],
    ['No poner', 'Ajo', ['removal', 'Sin Ajo']],
    ['Tem algo que não gosta?', 'Ovo', ['removal', 'Sem Ovo']],
    ['Retirar ingredientes', 'Manter todos', ['option', 'Retirar ingredientes: Manter todos']],
    ['Remove', 'Não, manter tudo', ['option', 'Remove: Não, manter tudo']],
    ['Retirar na loja', 'Sim', ['option', 'Retirar na loja: Sim']],
    // A group is named where it changes the meaning, and a removal has the word of its own language.
    ['Adicionais', 'Bacon', ['option', 'Bacon']],
    ['ADICIONAIS:', 'Bacon', ['option', 'Bacon']],
    ['Escolha até 3 adicionais', 'Bacon', ['option', 'Bacon']],
    ['Turbine seu lanche com extras', 'Bacon', ['option', 'Bacon']],
    ['Acompanhamentos', 'Arroz branco', ['option', 'Arroz branco']],
    ['Opções', 'Batata rústica', ['option', 'Batata rústica']],
    ['Complementos (opcional)', 'Granola', ['option', 'Granola']],
    ['Bebida', 'Guaraná 350 ml', ['option', 'Guaraná 350 ml']],
    ['Preparo', 'Sem açúcar', ['removal', 'Sem açúcar']],
    ['Modo de preparo', 'Grelhado na brasa', ['option', 'Grelhado na brasa']],
    ['Preparo da batata', 'Assada', ['option', 'Preparo da batata: Assada']],
    ['Add-ons', 'Bacon', ['option', 'Bacon']],
    ['Choose your sides', 'Fries', ['option', 'Fries']],
    ['Elige tus acompañamientos', 'Papas', ['option', 'Papas']],
    ['Agregados', 'Queso', ['option', 'Queso']],
    ['Bebida', 'Grande', ['option', 'Bebida: Grande']],
    ['Extras', 'Sim', ['option', 'Extras: Sim']],
    ['Ponto da carne', 'Mal passado', ['option', 'Ponto da carne: Mal passado']],
    ['Bebida do combo infantil', 'Suco', ['option', 'Bebida do combo infantil: Suco']],
    ['Adicionais', 'Sem cebola', ['removal', 'Sem cebola']],
    ['Lanche 2', 'Sem cebola', ['removal', 'Lanche 2: Sem cebola']],
    ['Remove ingredients', 'Onion', ['removal', 'No Onion']],
    ['Sin ingredientes', 'Tomate', ['removal', 'Sin Tomate']],
    ['Entfernen', 'Zwiebeln', ['removal', 'Sem Zwiebeln']],
  ])('of group %s, named %s', (group, name, expected) => {
    expect(shown({ group, name })).toEqual(expected)
  })

  it.each([
    ...[
      'Por favor, sem cebola',
      'Sim, sem cebola',
      'Obs: sem cebola',
      'Pode tirar a cebola?',
      'pls no onions',
      'Favor quitar la cebolla',
      '86 onions',
    ],
    ...['Não ponha cebola', 'Não gosto de cebola', 'Don’t put onions', 'never onions', 'No le ponga cebolla'],
    ...['Quítenle la cebolla', 'Sacarle la cebolla', 'Remueva cebolla', 'tira o tomate', 'Suprimir cebola'],
    ...['Cebola não', 'Onions off', 'Cebola retirada', 'Cebola, retirar', 'Cebola = sem', 'Cebola - não colocar'],
    ...['Leave the onions out', 'Take the onions off', 'Get rid of onions', 'Cebola 🚫', '[-] Cebola'],
    ...['~~Cebola~~', 'C\u0336e\u0336b\u0336o\u0336l\u0336a\u0336', '<s>Cebola</s>'],
  ])('is a removal: %s', (name) => {
    expect(shown({ name })?.[0]).toBe('removal')
  })

  it.each([
    ...[
      'Não retirar cebola',
      'No quitar cebolla',
      'Don’t hold the onions',
      'Não esqueça o ketchup',
      'Não pode faltar sal',
    ],
    ...['Tiras de frango', 'Tirado de pescado', 'Dispenser', '86 g de queijo', '20% off', 'Bala Halls'],
    ...['Pão sem cebola', 'Com tudo, sem cebola', 'Coca-Cola sem açúcar', 'Retirado na hora', 'Quitandinha'],
    ...['Não alcoólica', 'No picante', 'Quite spicy', `${'1\u0336'.repeat(200)}x`],
  ])('is no removal: %s', (name) => {
    expect(shown({ name })?.[0]).toBe('option')
  })

  it('is a removal below the name of a group of removals', () => {
    const retirar = option({ name: 'Retirar', options: [option({ name: 'Cebola' })] })
    const { children } = lineNode(line({ options: [retirar] }), words)
    expect(children.map(({ kind, children: [inner] }) => [kind, inner?.kind, inner?.needsWord])).toEqual([
      ['removal', 'removal', false],
    ])
  })

  it('says that a quantity is for each piece, and that nothing is made of zero', () => {
    expect(shown({ quantity: 3 }, 2)?.[1]).toBe('3× Queijo em cada')
    expect(shown({ quantity: 3 })?.[1]).toBe('3× Queijo')
    const nested = (quantity: number) => [option({ quantity, options: [option({ name: 'Alho', quantity: 3 })] })]
    expect(rows(lineNode(line({ options: nested(2) }), words))).toEqual(['1× Pizza', '2× Queijo', '3× Alho em cada'])
    expect(rows(lineNode(line({ quantity: 2, options: nested(1) }), words)).at(-1)).toBe('3× Alho em cada')
    expect(rows(lineNode(line({ quantity: 2, unit: 'KG', options: nested(1) }), words)).at(-1)).toBe('3× Alho')
    expect(shown({ quantity: undefined }, 2)?.[1]).toBe('? Queijo')
    expect(shown({ quantity: 1, unit: 'KG' })?.[1]).toBe('1 kg Queijo')
    expect(shown({ quantity: 1, unit: 'KG' }, 2)?.[1]).toBe('1 kg Queijo em cada')
    expect(shown({ quantity: 0, group: 'Extra' })?.[1]).toBe('0× Queijo (não fazer)')
    expect(shown({ quantity: 0, name: 'Sem cebola' })?.[1]).toBe('0× Sem cebola')
    expect(rows(lineNode(line({ quantity: -1 }), words))).toEqual(['-1× Pizza (não fazer)'])
  })

  it('warns about an allergy in a statement, in a removal and in a group, not in what was ordered', () => {
    const warns = (given: Partial<TicketOption>): boolean =>
      hasAllergy({ lines: [line({ options: [option({ options: [option(given)] })] })], notes: [] }, words)
    expect(
      [
        { name: 'Tenho alergia a amendoim' },
        { name: 'Sem amendoim' },
        { group: 'Alergias', name: 'Amendoim' },
        { group: 'Retirar', name: 'Camarão' },
        { group: 'Amendoim?', name: 'Não' },
        { notes: 'no peanuts' },
      ].filter((given) => !warns(given)),
    ).toEqual([])
    expect(
      [{ name: 'Camarão' }, { group: 'Alergias', name: 'Nenhuma' }, { group: 'Leite', name: 'De soja' }].filter(warns),
    ).toEqual([])
    const answers = [
      'Não tenho',
      'No allergies',
      'No tengo alergias',
      'sem alergia',
      'N/A',
      '- nada -',
      'None.',
      'ninguna',
    ]
    const named = ['Não pode leite', 'Nada de leite', 'Sem leite', 'No milk']
    expect([...answers, ...named].filter((name) => warns({ group: 'Alergias', name }))).toEqual(named)
  })

  it('names the group of options that follow each other once, and again after another group, a change or a warning', () => {
    const of = (group: string, name: string): TicketOption => option({ group, name })
    const was = { name: 'Pizza', quantity: 1, options: [of('Molho', 'Barbecue')] }
    const texts = (options: readonly TicketOption[], more: Partial<TicketLine> = {}): readonly string[] =>
      rows(lineNode(line({ options: [...options], ...more }), words)).slice(1)
    expect(
      texts([of('Molho', 'Barbecue'), of('Molho', 'Alho'), of('Ponto', 'Ao ponto'), of('Molho', 'Limão')]),
    ).toEqual(['Molho: Barbecue', 'Alho', 'Ponto: Ao ponto', 'Molho: Limão'])
    expect(texts([of('Borda', 'Borda fina'), of('Borda', 'Cheddar')])).toEqual(['Borda fina', 'Borda: Cheddar'])
    expect(texts([of('Alergias', 'Leite'), of('Alergias', 'Soja')])).toEqual(['Alergias: Leite', 'Alergias: Soja'])
    expect(texts([of('Molho', 'Barbecue'), of('Molho', 'Alho')], { was })).toEqual([
      'Molho: Barbecue',
      'NOVO: Molho: Alho',
    ])
  })

  it('has a note for the courier that warns among the notes of the kitchen', () => {
    const ticket = { lines: [], notes: ['Bem assada'], courierNotes: ['Deixar na portaria', 'Alergia a camarão'] }
    const textsOf = (nodes: readonly TicketNode[]): readonly string[] => nodes.map(({ text }) => text)
    expect(textsOf(noteNodes(ticket, words))).toEqual(['Bem assada', 'Alergia a camarão'])
    expect(textsOf(courierNodes(ticket, words))).toEqual(['Deixar na portaria'])
    expect(hasAllergy(ticket, words)).toBe(true)
  })

  it('has every text of the line: name, a group that changes the meaning, notes, quantity and everything below', () => {
    const text = fc
      .string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abcdeãç 12') })
      .map((one) => `x${one}`)
    const optionOf = (inner: fc.Arbitrary<readonly TicketOption[]>): fc.Arbitrary<TicketOption> =>
      fc.record({
        name: text,
        quantity: fc.integer({ min: -1, max: 12 }),
        group: fc.option(fc.oneof(text, fc.constant('Retirar'), fc.constant('Adicionais')), { nil: undefined }),
        notes: fc.option(text, { nil: undefined }),
        options: inner,
      })
    const tree = optionOf(fc.array(optionOf(fc.array(optionOf(fc.constant([])), { maxLength: 2 })), { maxLength: 2 }))
    const textsOf = (one: Pick<TicketOption, 'name' | 'group' | 'notes' | 'options'>): readonly string[] => [
      one.name,
      // What they mean is said by the sign of a removal, and by the dish.
      one.group === 'Retirar' || one.group === 'Adicionais' ? '' : (one.group ?? ''),
      one.notes ?? '',
      ...one.options.flatMap(textsOf),
    ]
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 4 }), text, (options, notes) => {
        const given = line({ notes, options })
        const all = rows(lineNode(given, words)).join('\n')
        for (const one of textsOf(given)) expect(all).toContain(one.trim())
      }),
    )
  })
})
