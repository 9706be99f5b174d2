import { expect, it } from 'vitest'
import { createPairingSession, MAX_ATTEMPTS, PAIRING_MS } from '../../../electron/screens/pairing/pairing-session.ts'

function open() {
  let now = 0
  const session = createPairingSession(
    () => now,
    () => '012345',
  )
  session.open()
  return { session, wait: (ms: number) => (now += ms) }
}

it('a session has one code of six digits and states how long it is valid', () => {
  const { session, wait } = open()
  wait(1_000)
  expect(session.state()).toEqual({ state: 'open', code: '012345', endsInMs: PAIRING_MS - 1_000, attemptsLeft: 5 })
})

it('a code has six digits from the whole range', () => {
  const session = createPairingSession(() => 0)
  const codes = Array.from({ length: 500 }, () => {
    session.open()
    const state = session.state()
    return state.state === 'open' ? state.code : ''
  })
  for (const code of codes) expect(code).toMatch(/^\d{6}$/u)
  expect(new Set(codes).size).toBeGreaterThan(490)
  for (const place of [0, 1, 2, 3, 4, 5]) expect(new Set(codes.map((code) => code[place])).size).toBe(10)
})

it('a session ends after ten minutes, also during an attempt', () => {
  const { session, wait } = open()
  const attempt = session.attempt()
  wait(10 * 60_000 - 1)
  expect(session.state()).toMatchObject({ state: 'open', endsInMs: 1 })
  wait(1)
  expect(attempt?.use('Balcão')).toBe(false)
  expect(session.attempt()).toBeUndefined()
  expect(session.state()).toEqual({ state: 'closed', ending: { kind: 'expired' } })
})

it('a session allows five attempts and no sixth, also when attempts are aborted, and ends when the last was wrong', () => {
  const { session } = open()
  const attempts = Array.from({ length: MAX_ATTEMPTS }, () => session.attempt())
  expect(attempts.map((attempt) => attempt?.code)).toEqual(attempts.map(() => '012345'))
  expect(session.attempt()).toBeUndefined()
  attempts.at(-1)?.fail()
  expect(session.state()).toEqual({ state: 'closed', ending: { kind: 'too-many-attempts' } })
})

it('a session accepts the right code at the fifth attempt', () => {
  const { session } = open()
  for (let count = 1; count < MAX_ATTEMPTS; count += 1) session.attempt()?.fail()
  expect(session.attempt()?.use('Balcão')).toBe(true)
})

it('a session pairs one screen with one code', () => {
  const { session } = open()
  const attempts = [session.attempt(), session.attempt()]
  expect(attempts.map((attempt) => attempt?.use('Balcão'))).toEqual([true, false])
  expect(session.state()).toEqual({ state: 'closed', ending: { kind: 'paired', name: 'Balcão' } })
})

it('a new code invalidates attempts with the previous code', () => {
  const { session } = open()
  const attempt = session.attempt()
  session.open()
  expect(attempt?.use('Balcão')).toBe(false)
})
