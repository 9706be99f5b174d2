import type { z } from 'zod'
import { fail, ok, type Result } from '../shared/result.ts'
import { recoveryCodeSchema, screensStatusSchema } from '../shared/screens.ts'
import { askStation } from './control.ts'
import { stationStatusSchema } from './responder.ts'

const LOOK_EVERY_MS = 1_000

export type Say = (line: string) => void

async function ask<T>(profile: string, request: string, args: unknown, schema: z.ZodType<T>): Promise<Result<T>> {
  const answer = await askStation(profile, request, args)
  if (!answer.ok) return answer
  const parsed = schema.safeParse(answer.value)
  return parsed.success ? ok(parsed.data) : fail('other-version', 'the station that runs has another version')
}

/** A time in the form of ISO 8601; "never" where there is none. */
const instantOf = (at: number | undefined): string => (at === undefined ? 'never' : new Date(at).toISOString())

export async function showStatus(profile: string, say: Say): Promise<Result<null>> {
  const status = await ask(profile, 'status', null, stationStatusSchema)
  if (!status.ok) return status
  const { version, freshness, trouble, checkedAt, notice, orders, unsettledTaps } = status.value
  say(`version        ${version}`)
  say(`board          ${freshness}${trouble === undefined ? '' : ` (${trouble})`}`)
  say(`last poll      ${instantOf(checkedAt)}`)
  say(`orders         ${orders}`)
  say(`unsettled taps ${unsettledTaps}`)
  if (notice !== undefined) say(`notice         ${notice}`)
  return ok(null)
}

export async function listScreens(profile: string, say: Say): Promise<Result<null>> {
  const status = await ask(profile, 'screens:status', null, screensStatusSchema)
  if (!status.ok) return status
  for (const { id, name, isConnected, lastSeenAt, copyAt } of status.value.screens) {
    const seen = isConnected ? 'connected' : `last seen ${instantOf(lastSeenAt)}`
    say(`${id}  ${seen}  copy ${instantOf(copyAt)}  ${JSON.stringify(name)}`)
  }
  return ok(null)
}

export async function revokeScreen(profile: string, id: string): Promise<Result<null>> {
  const before = await ask(profile, 'screens:status', null, screensStatusSchema)
  if (!before.ok) return before
  if (!before.value.screens.some((screen) => screen.id === id))
    return fail('unknown', 'there is no screen with this id')
  const revoked = await ask(profile, 'screens:revoke', { id }, screensStatusSchema)
  return revoked.ok ? ok(null) : revoked
}

/** Shows the code once. */
export async function newRecoveryCode(profile: string, say: Say): Promise<Result<null>> {
  const made = await ask(profile, 'screens:recovery-code', null, recoveryCodeSchema)
  if (!made.ok) return made
  if (made.value.code === undefined) return fail('keychain', 'the key of this station cannot be kept')
  say(`code     ${made.value.code}`)
  say('Keep it on paper, away from this computer: it is not stored. Copies made before need the code of before.')
  return ok(null)
}

/** Shows a code and waits for the screen. An interruption ends the pairing. */
export async function pair(profile: string, say: Say, interrupted: AbortSignal): Promise<Result<null>> {
  const opened = await ask(profile, 'screens:open-pairing', null, screensStatusSchema)
  if (!opened.ok) return opened
  const { pairing, addresses, trouble } = opened.value
  if (trouble !== undefined) return fail(trouble, `no screen can be paired: ${trouble}`)
  if (pairing.state === 'closed') return fail('closed', 'the pairing was closed')
  say(`address  ${addresses.join('  ')}`)
  say(`code     ${pairing.code}`)
  say('Type both on the new screen. The code is good for three minutes.')
  for (;;) {
    await pause(LOOK_EVERY_MS, interrupted)
    if (interrupted.aborted) {
      await askStation(profile, 'screens:stop-pairing', null)
      return fail('stopped', 'the pairing was stopped')
    }
    const now = await ask(profile, 'screens:status', null, screensStatusSchema)
    if (!now.ok) return now
    const { pairing: current } = now.value
    if (current.state === 'open') continue
    if (current.ending?.kind !== 'paired') return fail('not-paired', `not paired: ${current.ending?.kind ?? 'closed'}`)
    say(`paired   ${JSON.stringify(current.ending.name)}`)
    return ok(null)
  }
}

/** Ends early when it is interrupted. */
function pause(ms: number, interrupted: AbortSignal): Promise<void> {
  if (interrupted.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const stop = (): void => resolve()
  interrupted.addEventListener('abort', stop, { once: true })
  return promise.finally(() => {
    clearTimeout(timer)
    interrupted.removeEventListener('abort', stop)
  })
}

/** Asks for something that has nothing to show. */
export async function sendRequest(profile: string, request: string, args: unknown): Promise<Result<null>> {
  const answer = await askStation(profile, request, args)
  return answer.ok ? ok(null) : answer
}
