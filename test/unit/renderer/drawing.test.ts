import { describe, expect, it } from 'vitest'
import { AT_ONCE, drawingFor, drawingMore, MOST_DRAWN, NOTHING_DRAWN } from '../../../renderer/board/drawing.ts'
import { placed } from '../../../renderer/board/slots.ts'

const GRID = { columns: 3, rows: 1 }

const viewOf = (count: number, page = 0) => {
  const ids = Array.from({ length: count }, (_, index) => `order-${index}`)
  const wanted = ids.map((id) => ({ id, size: { columns: 1, rows: 1 } }))
  return { ids, placements: placed({}, wanted, GRID), supposed: new Set<string>(), grid: GRID, page }
}

describe('what is drawn of a board', () => {
  it('is all of it while that is quickly done', () => {
    const { drawn, waiting } = drawingFor(viewOf(AT_ONCE), NOTHING_DRAWN)
    expect(drawn.size).toBe(AT_ONCE)
    expect(waiting.size).toBe(0)
  })

  it('is the page in sight of a full one, until there is time for the others', () => {
    const view = viewOf(AT_ONCE + 1)
    const first = drawingFor(view, NOTHING_DRAWN)
    expect([...first.drawn]).toEqual(['order-0', 'order-1', 'order-2'])
    expect(first.waiting.size).toBe(AT_ONCE + 1 - 3)
    const later = drawingMore(view, first, 5)
    expect([...later.drawn]).toEqual(view.ids.slice(0, 8))
    expect(later.waiting.size).toBe(MOST_DRAWN - 8)
    expect(later.aside.size).toBe(AT_ONCE + 1 - MOST_DRAWN)
  })

  it('is a page at once when it comes into sight, and then its neighbours before all others', () => {
    const first = drawingFor(viewOf(300), NOTHING_DRAWN)
    const turned = drawingFor(viewOf(300, 50), first)
    expect([...turned.drawn].slice(3)).toEqual(['order-150', 'order-151', 'order-152'])
    const more = drawingMore(viewOf(300, 50), turned, 4)
    expect([...more.drawn].slice(6)).toEqual(['order-147', 'order-148', 'order-149', 'order-153'])
  })

  it('has a new order in it at once, wherever that stands: an alarm waits for its ticket', () => {
    const full = drawingFor(viewOf(300), NOTHING_DRAWN)
    const { drawn } = drawingFor(viewOf(301), full)
    expect(drawn.has('order-300')).toBe(true)
    expect(drawn.size).toBe(4)
  })

  it('has all pages of a ticket that is wider than one', () => {
    const wanted = [{ id: 'wide', size: { columns: 7, rows: 1 } }]
    const placements = placed({}, wanted, GRID)
    const view = { ids: ['wide'], placements, supposed: new Set<string>(), grid: GRID }
    const before = { ...NOTHING_DRAWN, waiting: new Set(['wide']) }
    expect(drawingFor({ ...view, page: 2 }, before).drawn.has('wide')).toBe(true)
    expect(drawingFor({ ...view, page: 3 }, before).drawn.has('wide')).toBe(false)
  })

  it('is never more than so many, those around the page in sight', () => {
    let drawing = drawingFor(viewOf(300), NOTHING_DRAWN)
    while (drawing.waiting.size > 0) drawing = drawingMore(viewOf(300), drawing, 7)
    expect([...drawing.drawn]).toEqual(viewOf(300).ids.slice(0, MOST_DRAWN))
    expect(drawing.aside.size).toBe(300 - MOST_DRAWN)
    const far = drawingFor(viewOf(300, 80), drawing)
    expect(far.drawn.has('order-240')).toBe(true)
    expect([...far.waiting].toSorted()).toEqual([237, 238, 239, 243, 244, 245].map((index) => `order-${index}`))
    const more = drawingMore(viewOf(300, 80), far, 6)
    expect(more.drawn.size).toBe(MOST_DRAWN)
    expect(more.waiting.size).toBe(0)
  })

  it('lays aside the farthest for what comes near, though never what has not been measured yet', () => {
    const ids = viewOf(300).ids
    const full = {
      drawn: new Set(ids.slice(0, MOST_DRAWN)),
      waiting: new Set<string>(),
      aside: new Set(ids.slice(MOST_DRAWN)),
    }
    const view = { ...viewOf(300, 80), supposed: new Set(['order-0']) }
    const more = drawingMore(view, drawingFor(view, full), 6)
    expect([...more.aside].slice(-9)).toEqual(ids.slice(1, 10))
    expect(more.drawn.has('order-0')).toBe(true)
    expect(more.drawn.size).toBe(MOST_DRAWN)
  })

  it('forgets who has left and stays the same while nothing changes', () => {
    const full = drawingFor(viewOf(300), NOTHING_DRAWN)
    expect(drawingFor(viewOf(300), full)).toBe(full)
    const fewer = drawingFor(viewOf(2), full)
    expect([...fewer.drawn]).toEqual(['order-0', 'order-1'])
    expect(fewer.waiting.size).toBe(0)
  })
})
