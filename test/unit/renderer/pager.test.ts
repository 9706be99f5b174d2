import { describe, expect, it } from 'vitest'
import { pageNumbers } from '../../../renderer/board/pager.tsx'

describe('page numbers', () => {
  it.each([
    [0, 1, [0]],
    [1, 3, [0, 1, 2]],
    [0, 9, [0, 1, 8]],
    [4, 9, [3, 4, 8]],
    [8, 9, [0, 7, 8]],
  ])('are shown for page index %i of %i pages', (page, pages, numbers) => {
    expect(pageNumbers(page, pages)).toEqual(numbers)
  })
})
