import { describe, expect, it } from 'vitest'
import { memoryFrom, textOf } from '../../../renderer/board/slot-memory.ts'

const PLACES = new Map([['kitchen 3×2', { a: { column: 4, row: 1, columns: 1, rows: 1 } }]])

describe('the places of a window that has ended', () => {
  it('are found again by the next one of the same geometry', () => {
    expect(memoryFrom(textOf(PLACES, '400 900'), '400 900')).toEqual(PLACES)
    expect(memoryFrom(textOf(PLACES, '400 900'), '300 700').size).toBe(0)
  })

  it.each([null, '', 'nonsense', '[]', '{"geometry":"g"}', '{"geometry":"g","places":null}'])(
    'are none in %j',
    (text) => {
      expect(memoryFrom(text, 'g').size).toBe(0)
    },
  )

  it('leave out what is no place', () => {
    const text = '{"geometry":"g","places":{"k":{"a":[0,0,1,1],"b":[-1,0,1,1],"c":[0,0,0,1],"d":"x","e":[0.5,0,1,1]}}}'
    expect(memoryFrom(text, 'g')).toEqual(new Map([['k', { a: { column: 0, row: 0, columns: 1, rows: 1 } }]]))
  })
})
