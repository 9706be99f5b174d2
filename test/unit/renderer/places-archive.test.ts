import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../renderer/places/flow.ts'
import { type Layout, NO_LAYOUT } from '../../../renderer/places/layout.ts'
import { layoutFrom, textOf } from '../../../renderer/places/places-archive.ts'

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

describe('the stored places', () => {
  it('restore the first page for the same geometry, for all order ids', () => {
    const [first = []] = LAYOUT.pages
    const known = first.map((entries) => entries.filter(({ id }) => id !== undefined))
    expect(layoutFrom(textOf(LAYOUT, '4 660'), '4 660')).toEqual({ ...LAYOUT, pages: [known] })
  })

  it.each([
    ['another geometry', textOf(LAYOUT, '4 660').replace('4 660', '6 900')],
    ['nothing', null],
    ['broken text', '{"geometry":"4 660","columns":[['],
    ['another shape', '{"geometry":"4 660","step":"S","columns":{"a":[1,2]}}'],
    ['an unknown step', '{"geometry":"4 660","step":"XL","columns":[[]]}'],
    ['a number', '12'],
  ])('are empty for %s', (_name, text) => {
    expect(layoutFrom(text, '4 660')).toBeUndefined()
  })

  it('leave out entries with unknown forms and impossible lengths', () => {
    const columns = '[[["a","whole",-1,3,0],["b","card",1,3,0],["c","names",1,1e999,0],["d","strip",1,70,1],[]]]'
    const [first = []] = layoutFrom(`{"geometry":"4","step":"S","columns":${columns}}`, '4')?.pages ?? []
    expect(first.flat().map(({ id }) => id)).toEqual(['d'])
  })
})
