import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../renderer/places/flow.ts'
import { type Layout, NO_LAYOUT } from '../../../renderer/places/layout.ts'
import { hashOf, type KnownHeights } from '../../../renderer/places/measured-heights.ts'
import { heightsFrom, layoutFrom, textOf } from '../../../renderer/places/places-archive.ts'

const entry = (id: string | undefined, more: Partial<Entry> = {}): Entry => ({
  id,
  form: 'names',
  span: 1,
  height: 105,
  isReady: false,
  ...more,
})
const LAYOUT: Layout = {
  ...NO_LAYOUT,
  step: 'M',
  pages: [
    [
      [entry('a', { form: 'whole', span: 2, height: 300.5 }), entry(undefined)],
      [],
      [entry('__proto__', { isReady: true })],
    ],
    [[entry('later')]],
  ],
  times: { ...NO_LAYOUT.times, stepAt: 7 },
}

const heightsOf = (content: number, whole: number) => ({
  content,
  heights: { whole, names: 120, strip: 76, span: 2, long: ['whole' as const] },
})
const HEIGHTS: KnownHeights = new Map([
  [
    'S',
    new Map([
      ['a', heightsOf(5, 300.5)],
      ['__proto__', heightsOf(6, 200)],
    ]),
  ],
  ['M', new Map([['a', heightsOf(5, 400)]])],
  ['L', new Map()],
])

describe('the stored heights', () => {
  const text = textOf(LAYOUT, '4 660', 7, HEIGHTS)

  it('are those of the same geometry and words, for all order ids', () => {
    expect(heightsFrom(text, '4 660', 7)).toEqual(HEIGHTS)
    expect(heightsFrom(text, '6 900', 7)).toEqual(new Map())
    expect(heightsFrom(text, '4 660', 8)).toEqual(new Map())
    expect(heightsFrom('{"geometry":"4 660","words":7,"heights":[1]}', '4 660', 7).get('S')).toEqual(new Map())
  })

  it('leave out rows without a number', () => {
    const rows = '[["a",1,2,3,4,0],["b",1,2,"3",4,1],["c",1,2,3,4],[],["d",1,2,3,4,1,"whole","card"]]'
    const known = heightsFrom(`{"geometry":"4","words":7,"heights":{"S":${rows}}}`, '4', 7).get('S')
    expect([...(known ?? [])]).toEqual([
      ['d', { content: 1, heights: { whole: 2, names: 3, strip: 4, span: 1, long: ['whole'] } }],
    ])
  })

  it('have a hash of 53 bits, which one character changes', () => {
    const hashes = Array.from({ length: 20_000 }, (_, index) => hashOf(`pedido ${index}`))
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(hashes.every((hash) => Number.isSafeInteger(hash) && hash >= 0)).toBe(true)
  })
})

describe('the stored places', () => {
  it('restore all pages for the same geometry, for all order ids', () => {
    const known = LAYOUT.pages.map((page) => page.map((entries) => entries.filter(({ id }) => id !== undefined)))
    expect(layoutFrom(textOf(LAYOUT, '4 660', 7, HEIGHTS), '4 660')).toEqual({ ...LAYOUT, pages: known })
  })

  it.each([
    ['another geometry', textOf(LAYOUT, '4 660', 7, HEIGHTS).replace('4 660', '6 900')],
    ['nothing', null],
    ['broken text', '{"geometry":"4 660","pages":[[['],
    ['another shape', '{"geometry":"4 660","step":"S","pages":{"a":[1,2]}}'],
    ['an unknown step', '{"geometry":"4 660","step":"XL","pages":[[[]]]}'],
    ['a number', '12'],
  ])('are empty for %s', (_name, text) => {
    expect(layoutFrom(text, '4 660')).toBeUndefined()
  })

  it('leave out entries with unknown forms and impossible lengths', () => {
    const pages = '[[[["a","whole",-1,3,0],["b","card",1,3,0],["c","names",1,1e999,0],["d","strip",1,70,1],[]]]]'
    const [first = []] = layoutFrom(`{"geometry":"4","step":"S","pages":${pages}}`, '4')?.pages ?? []
    expect(first.flat().map(({ id }) => id)).toEqual(['d'])
  })
})
