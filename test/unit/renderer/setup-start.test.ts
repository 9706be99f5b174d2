import { describe, expect, it } from 'vitest'
import { shouldOpenSetup } from '../../../renderer/setup/setup-start.ts'
import { SETUP_STEPS } from '../../../shared/contract/values.ts'

const empty = { state: 'setup', trouble: 'not-configured' } as const
const facts = { setupStep: undefined, freshness: empty, isBoardEmpty: true }

describe('shouldOpenSetup', () => {
  it('opens the set-up on a new computer, in every state of its keychain', () => {
    expect(shouldOpenSetup(facts)).toBe(true)
    for (const trouble of [
      'keychain-locked',
      'keychain-absent',
      'keychain-denied',
      'keychain-failing',
      'keychain-no-library',
      'keychain-no-session',
      'keychain-too-long',
    ] as const) {
      expect(shouldOpenSetup({ ...facts, freshness: { state: 'setup', trouble } })).toBe(true)
    }
  })

  it('continues the set-up at every step that was reached, and never after the last one', () => {
    for (const setupStep of SETUP_STEPS) {
      expect(shouldOpenSetup({ ...facts, freshness: { state: 'fresh' }, setupStep })).toBe(setupStep !== 'done')
    }
  })

  it('does not open the set-up in a kitchen that has worked before', () => {
    expect(shouldOpenSetup({ ...facts, freshness: { ...empty, checkedAt: 1 } })).toBe(false)
    expect(shouldOpenSetup({ ...facts, isBoardEmpty: false })).toBe(false)
    expect(shouldOpenSetup({ ...facts, freshness: { state: 'setup', trouble: 'credentials-refused' } })).toBe(false)
    expect(shouldOpenSetup({ ...facts, freshness: { state: 'stale' } })).toBe(false)
  })
})
