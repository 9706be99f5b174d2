import { expect, it } from 'vitest'
import {
  answered,
  type CodeEntry,
  type CodeOutcome,
  checkBegun,
  EMPTY_ENTRY,
  fieldEdited,
  keyTyped,
  lastErased,
  MAX_CODE_LENGTH,
} from '../../../renderer/counter/code-entry.ts'

const INVALID: CodeOutcome = { kind: 'invalid' }
const typed = (entry: CodeEntry, keys: string): CodeEntry => [...keys].reduce(keyTyped, entry)
const checked = (outcome: CodeOutcome): CodeEntry => answered(checkBegun(typed(EMPTY_ENTRY, '407')), '407', outcome)

it.each<[string, CodeEntry, string, CodeOutcome['kind'] | undefined]>([
  ['a code is typed', typed(EMPTY_ENTRY, '407'), '407', undefined],
  ['its answer is shown', checked(INVALID), '407', 'invalid'],
  ['a refused code is replaced', typed(checked(INVALID), '91'), '91', undefined],
  ['an accepted code is replaced', typed(checked({ kind: 'valid' }), '91'), '91', undefined],
  [
    'a code that could not be checked is continued',
    typed(checked({ kind: 'failed', code: 'offline' }), '1'),
    '4071',
    undefined,
  ],
  ['the end of a refused code is corrected', typed(lastErased(checked(INVALID)), '8'), '408', undefined],
  [
    'an answer for another code is dropped',
    answered(typed(checkBegun(typed(EMPTY_ENTRY, '407')), '1'), '407', INVALID),
    '4071',
    undefined,
  ],
  ['a text of a keyboard has a maximum length', fieldEdited('7'.repeat(99)), '7'.repeat(MAX_CODE_LENGTH), undefined],
])('in the code pad %s', (_words, entry, code, outcome) => {
  expect([entry.code, entry.outcome?.kind]).toEqual([code, outcome])
})
