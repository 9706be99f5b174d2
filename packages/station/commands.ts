import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { screensStatusSchema } from '../../shared/contract/screens.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { stationStatusSchema } from './responder.ts'
import { callStation } from './station-control.ts'

const CHECK_INTERVAL_MS = 1_000

export type PrintLine = (line: string) => void

async function call<T>(profile: string, request: string, args: unknown, schema: z.ZodType<T>): Promise<Result<T>> {
  const answer = await callStation(profile, request, args)
  if (!answer.ok) return answer
  const parsed = schema.safeParse(answer.value)
  return parsed.success ? ok(parsed.data) : fail('other-version', 'the running main computer has another version')
}

/** A time in ISO 8601, or "never". */
const instantOf = (at: number | undefined): string => (at === undefined ? 'never' : new Date(at).toISOString())

export async function showStatus(profile: string, print: PrintLine): Promise<Result<null>> {
  const status = await call(profile, 'status', null, stationStatusSchema)
  if (!status.ok) return status
  const { version, freshness, trouble, checkedAt, notice, orders, unsettledTaps } = status.value
  print(`version        ${version}`)
  print(`board          ${freshness}${trouble === undefined ? '' : ` (${trouble})`}`)
  print(`last poll      ${instantOf(checkedAt)}`)
  print(`orders         ${orders}`)
  print(`unsettled taps ${unsettledTaps}`)
  if (notice !== undefined) print(`notice         ${notice}`)
  return ok(null)
}

export async function listScreens(profile: string, print: PrintLine): Promise<Result<null>> {
  const status = await call(profile, 'screens:status', null, screensStatusSchema)
  if (!status.ok) return status
  for (const { id, name, isConnected, lastSeenAt } of status.value.screens) {
    const seen = isConnected ? 'connected' : `last seen ${instantOf(lastSeenAt)}`
    print(`${id}  ${seen}  ${JSON.stringify(name)}`)
  }
  return ok(null)
}

export async function revokeScreen(profile: string, id: string): Promise<Result<null>> {
  const before = await call(profile, 'screens:status', null, screensStatusSchema)
  if (!before.ok) return before
  if (!before.value.screens.some((screen) => screen.id === id))
    return fail('unknown', 'there is no screen with this id')
  const revoked = await call(profile, 'screens:revoke', { id }, screensStatusSchema)
  return revoked.ok ? ok(null) : revoked
}

/** Prints a code and waits until a screen is paired. `interrupted` stops the pairing. */
export async function pair(profile: string, print: PrintLine, interrupted: AbortSignal): Promise<Result<null>> {
  const opened = await call(profile, 'screens:open-pairing', null, screensStatusSchema)
  if (!opened.ok) return opened
  const { pairing, addresses, trouble } = opened.value
  if (trouble !== undefined) return fail(trouble, `no screen can be paired: ${trouble}`)
  if (pairing.state === 'closed') return fail('closed', 'the pairing was closed')
  print(`address  ${addresses.join('  ')}`)
  print(`code     ${pairing.code}`)
  print('Type both on the new screen. The code is valid for ten minutes.')
  for (;;) {
    await sleep(CHECK_INTERVAL_MS, undefined, { signal: interrupted }).catch(() => undefined)
    if (interrupted.aborted) {
      await callStation(profile, 'screens:stop-pairing', null)
      return fail('stopped', 'the pairing was stopped')
    }
    const now = await call(profile, 'screens:status', null, screensStatusSchema)
    if (!now.ok) return now
    const { pairing: current } = now.value
    if (current.state === 'open') continue
    if (current.ending?.kind !== 'paired') return fail('not-paired', `not paired: ${current.ending?.kind ?? 'closed'}`)
    print(`paired   ${JSON.stringify(current.ending.name)}`)
    return ok(null)
  }
}

/** Sends a request whose result is not printed. */
export async function sendRequest(profile: string, request: string, args: unknown): Promise<Result<null>> {
  const answer = await callStation(profile, request, args)
  return answer.ok ? ok(null) : answer
}
