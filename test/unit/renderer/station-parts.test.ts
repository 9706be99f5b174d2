import { describe, expect, it } from 'vitest'
import { isOwnPartDone } from '../../../renderer/store/own-part.ts'
import { isComplete, progressOfParts } from '../../../renderer/store/station-progress.ts'
import { line, settingsWith, ticket } from '../../fixtures/board-harness/tickets.ts'

const STATIONS = [
  { name: 'Chapa', keywords: ['x-', 'picanha'] },
  { name: 'Bebidas', keywords: ['guaraná'] },
]
const order = (struck: readonly string[] = []) =>
  ticket('4801', {
    status: 'PREPARING',
    lines: ['X-Salada', 'Guarana lata', 'X-Bacon', 'Pudim'].map((name) =>
      line(name, { struck: struck.includes(name) }),
    ),
  })

describe('the progress of an order', () => {
  it('counts the struck lines of each station and of no station', () => {
    expect(progressOfParts(order(['X-Salada', 'Pudim']), STATIONS)).toEqual([
      { name: 'Chapa', done: 1, count: 2 },
      { name: 'Bebidas', done: 0, count: 1 },
      { name: undefined, done: 1, count: 1 },
    ])
  })

  it('is complete when every line is struck, and never while lines are missing on the ticket', () => {
    const all = order(['X-Salada', 'Guarana lata', 'X-Bacon', 'Pudim'])
    expect(isComplete(order(['X-Salada']), STATIONS)).toBe(false)
    expect(isComplete(all, STATIONS)).toBe(true)
    expect(isComplete({ ...all, moreLines: 2 }, STATIONS)).toBe(false)
    expect(isComplete({ ...all, lines: [] }, STATIONS)).toBe(false)
  })
})

describe("a preparation station's part", () => {
  const settings = settingsWith({ role: 'prep', stations: STATIONS, station: 'Bebidas' })

  it('is done when its own lines and those of no station are struck', () => {
    expect(isOwnPartDone(order(['Guarana lata']), settings)).toBe(false)
    expect(isOwnPartDone(order(['Guarana lata', 'Pudim']), settings)).toBe(true)
    expect(isOwnPartDone(order(['X-Salada', 'X-Bacon', 'Pudim']), settings)).toBe(false)
  })

  it('exists only on the screens of preparation stations', () => {
    const done = order(['Guarana lata', 'Pudim'])
    expect(isOwnPartDone(done, { ...settings, role: 'all' })).toBe(false)
    expect(isOwnPartDone({ ...done, lane: 'ready' }, settings)).toBe(false)
  })
})
