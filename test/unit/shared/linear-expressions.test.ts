import { expect, it } from 'vitest'
import { expressionsIn, expressionsOfProduct } from '../../fixtures/expressions/in-sources.ts'
import { slowestText } from '../../fixtures/expressions/search-time.ts'

const found = expressionsOfProduct()

it('finds every expression of the product, none of which is made while the program runs', () => {
  expect(found.expressions.length).toBeGreaterThan(200)
  expect(found.madeAtRunTime).toEqual([])
})

it.each([
  ['new RegExp(words.join("|"))', 1],
  ['RegExp(text)', 1],
  ['text.match("(a+)+")', 1],
  ['text.search(`word`)', 1],
  ['const is = (value: RegExp) => value instanceof RegExp', 0],
])('reports an expression that is made while the program runs: %s', (text, count) => {
  expect(expressionsIn('source.ts', text).madeAtRunTime).toHaveLength(count)
})

it.each([
  [/^(?:[\p{L}\p{N}]\p{M}?[\u0335-\u0338][^\p{L}\p{N}]*)+\s*$/u],
  [/(?:a|a)*$/],
  [/^(?:a+)+$/],
  [/\s+$/],
  [/[a-z]\s*(?:\(|:)\s*[a-z ]+?\s*\)?\W*$/u],
  [/<s>.*<\/s>/],
  [/^\W*(?:no(?: x.*)?)\W*$/],
  [/\d+\.?\d*(?=,)/y],
  [/\S+@\S+/g],
])('recognises an expression whose time grows faster than the text: %s', (expression) => {
  expect(slowestText(expression)).toBeDefined()
})

it.each(found.expressions.map(({ place, expression }) => [place, expression] as const))(
  'reads 64,000 characters of the worst text in 50 ms: %s',
  (_place, expression) => {
    expect(slowestText(expression)).toBeUndefined()
  },
)
