import { describe, expect, it } from 'vitest'
import type { KeptPlaces } from '../../../renderer/places/arrangement.ts'
import { keptPlacesFrom, textOf } from '../../../renderer/places/places-archive.ts'

const KEPT_PLACES: KeptPlaces = {
  places: new Map([
    ['a', { page: 0, column: 1, columns: 2, y: 10.5, height: 300 }],
    ['__proto__', { page: 0, column: 0, columns: 1, y: 0, height: 105 }],
    ['later', { page: 3, column: 0, columns: 1, y: 0, height: 100 }],
  ]),
  cards: new Set(['__proto__', 'new']),
  rail: new Map([['new', 2]]),
}

describe('the stored places', () => {
  it('restore the first page and the rail for the same geometry, for all order ids', () => {
    const read = keptPlacesFrom(textOf(KEPT_PLACES, '4 660'), '4 660')
    expect([...read.places.keys()]).toEqual(['a', '__proto__'])
    expect(read.places.get('a')).toEqual(KEPT_PLACES.places.get('a'))
    expect([...read.cards].toSorted()).toEqual(['__proto__', 'new'])
    expect(read.rail.get('new')).toBe(2)
  })

  it.each([
    ['another geometry', textOf(KEPT_PLACES, '4 660').replace('4 660', '6 900')],
    ['nothing', null],
    ['broken text', '{"geometry":"4 660","places":[['],
    ['another shape', '{"geometry":"4 660","places":{"a":[1,2]},"rail":7}'],
    ['negative and endless lengths', '{"geometry":"4 660","places":[["a",-1,1,0,1e999,0],[1],[]],"rail":[["b",-1]]}'],
    ['a number', '12'],
  ])('are empty for %s', (_name, text) => {
    const read = keptPlacesFrom(text, '4 660')
    expect(read.places.size).toBe(0)
    expect(read.rail.size).toBe(0)
  })
})
