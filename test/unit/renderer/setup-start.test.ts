import { expect, it } from 'vitest'
import { shouldOpenSetup } from '../../../renderer/setup/setup-start.ts'
import { SETUP_STAGES } from '../../../shared/contract/values.ts'

const empty = { state: 'setup', trouble: 'not-configured' } as const
const setup = (trouble: Trouble) => ({ freshness: { state: 'setup', trouble } as const })
type Facts = Parameters<typeof shouldOpenSetup>[0]
type Trouble = NonNullable<Facts['freshness']['trouble']>
const KEYCHAIN = ['locked', 'absent', 'denied', 'failing', 'no-library', 'no-session', 'too-long'] as const

it.each<readonly [string, Partial<Facts>, boolean]>([
  ['on a new computer', {}, true],
  ...KEYCHAIN.map((how) => [`while its keychain is ${how}`, setup(`keychain-${how}`), true] as const),
  ...SETUP_STAGES.map(
    (setupStep) =>
      [`that was left at ${setupStep}`, { freshness: { state: 'fresh' }, setupStep }, setupStep !== 'done'] as const,
  ),
  ['after the platform was reached', { freshness: { ...empty, checkedAt: 1 } }, false],
  ['beside orders', { isBoardEmpty: false }, false],
  ['when the credentials are refused', setup('credentials-refused'), false],
  ['in a kitchen that has worked before', { freshness: { state: 'stale' } }, false],
])('the set-up opens by itself or not, %s', (_when, given, expected) => {
  expect(shouldOpenSetup({ setupStep: undefined, freshness: empty, isBoardEmpty: true, ...given })).toBe(expected)
})
