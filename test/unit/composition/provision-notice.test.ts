import { expect, it } from 'vitest'
import { provisionNotice } from '../../../electron/composition/provision-notice.ts'

const unreadable = { kind: 'refused', trouble: 'unreadable' } as const

it('a start with a file that is missing has a notice only if no credentials are stored', () => {
  expect(provisionNotice({ ...unreadable, isSecondStart: false, hasNoCredentials: true })).toBe('provision-refused')
  expect(provisionNotice({ ...unreadable, isSecondStart: false, hasNoCredentials: false })).toBeUndefined()
  expect(provisionNotice({ ...unreadable, isSecondStart: true })).toBe('provision-refused')
})
