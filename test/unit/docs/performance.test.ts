import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PARTS_OF_PAGE, withFigures } from '../../bench/page.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/performance.md'), 'utf8')
const ROW = '| tap | ×1 | 1.00 | 2.00 | ms | / ≤32 | kept | 30 |'
const WITHOUT_BOUND = '| tap | ×1 | 3.00 | 4.00 | ms |  |  | 30 |'

it.each(PARTS_OF_PAGE)('docs/performance.md has a place for the figures of %s: only the rows with a bound', (part) => {
  const once = withFigures(PAGE, part, `${ROW}\n${WITHOUT_BOUND}\nmeasured`)
  expect(once).toContain(`<!-- figures: ${part} -->\n\n| tap | ×1 | 1.00 | 2.00 | ms | / ≤32 | kept |\n\n<!-- end -->`)
  expect(withFigures(once, part, `${ROW}\n${WITHOUT_BOUND}`)).toBe(once)
})
