import { describe, expect, it } from 'vitest'
import { isLong } from '../../../renderer/ticket/long-lines.ts'
import type { TicketOption } from '../../../shared/ticket.ts'
import { option } from '../../fixtures/board-harness/tickets.ts'

const several = (count: number, name: string): TicketOption[] => Array.from({ length: count }, () => option(name))

/** A row has 18 letters. */
const ROW = 'x'.repeat(18)
const HALF_ROW = 'x'.repeat(8)

describe('a line', () => {
  it('is long from its ninth row on', () => {
    expect(isLong({ options: several(7, ROW) })).toBe(false)
    expect(isLong({ options: several(8, ROW) })).toBe(true)
    expect(isLong({ options: [], notes: ROW.repeat(7) })).toBe(false)
    expect(isLong({ options: [], notes: `${ROW.repeat(7)}x` })).toBe(true)
  })

  it('counts options that are side by side as one row', () => {
    expect(isLong({ options: several(14, HALF_ROW) })).toBe(false)
    expect(isLong({ options: several(15, HALF_ROW) })).toBe(true)
  })

  it('counts the options of an option by their letters, because they follow it in brackets', () => {
    const nested = option('Prato', { options: several(3, 'Batata') })
    expect(isLong({ options: [nested, nested, nested, option(HALF_ROW)] })).toBe(false)
    expect(isLong({ options: [nested, nested, nested, nested] })).toBe(true)
  })

  it('gives an option with a note its own rows, also when an inner option has the note', () => {
    const noted = option(HALF_ROW, { notes: HALF_ROW })
    expect(isLong({ options: [noted, noted, noted, option('x')] })).toBe(false)
    expect(isLong({ options: [noted, noted, noted, option('x'), noted] })).toBe(true)
    const inner = option(HALF_ROW, { options: [option('x', { notes: HALF_ROW })] })
    expect(isLong({ options: [inner, inner, inner, option('x'), inner] })).toBe(true)
  })
})
