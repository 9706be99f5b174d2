import { spawn } from 'node:child_process'
import type { AppImageStart } from './relaunch.ts'

/** The program itself gives up after 60 s; this limit is for a hanging main process. */
const START_LIMIT_MS = 75_000
const TENTH_MS = 100

/**
 * Starts the new version `$1` with its arguments, and watches from outside of it whether its board is painted: the
 * program then removes `$COMANDA_TRIAL_FILE`. A start that ends with an error, or lasts too long, failed.
 * When no start is left, the previous file takes the place of `$1` and is started. An end with code 0 is intended by
 * the user or the system.
 * SECURITY: relaunch (docs/security.md). Paths are values of variables and parameters, never part of the program of the
 * shell.
 */
const GUARD = `exec 3<&- 4<&- 5<&- 6<&- 7<&- 8<&- 9<&-
n=0
for pid in $COMANDA_WAIT_FOR; do
  while kill -0 "$pid" 2>/dev/null && [ "$n" -lt 600 ]; do n=$((n+1)); sleep 0.1 || sleep 1; done
done
trial=$COMANDA_TRIAL_FILE previous=$COMANDA_TRIAL_PREVIOUS left=$COMANDA_TRIAL_LEFT limit=$COMANDA_TRIAL_TENTHS
unset COMANDA_WAIT_FOR COMANDA_TRIAL_FILE COMANDA_TRIAL_PREVIOUS COMANDA_TRIAL_LEFT COMANDA_TRIAL_TENTHS
while [ "$left" -gt 0 ]; do
  left=$((left-1))
  COMANDA_TRIAL_GUARDED=1 "$@" &
  child=$!
  n=0
  while [ -e "$trial" ] && kill -0 "$child" 2>/dev/null && [ "$n" -lt "$limit" ]; do n=$((n+1)); sleep 0.1 || sleep 1; done
  [ -e "$trial" ] || exit 0
  kill -KILL "$child" 2>/dev/null
  wait "$child" && exit 0
done
mv -f "$previous" "$1" && mv -f "$trial" "$trial.failed"
exec "$@"`

const GUARDED = 'COMANDA_TRIAL_GUARDED'

export type GuardedStart = {
  readonly start: AppImageStart
  readonly trialFile: string
  /** The AppImage of the previous version. */
  readonly previous: string
  /** Remaining starts of the new version. */
  readonly startsLeft: number
  readonly limitMs?: number
}

/** Starts the guard, which waits for the end of this process. False when it could not be started. */
export function startGuard({
  start,
  trialFile,
  previous,
  startsLeft,
  limitMs = START_LIMIT_MS,
}: GuardedStart): boolean {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sh', start.appImage, ...start.args], {
    detached: true,
    stdio: 'ignore',
    env: {
      ...start.env,
      COMANDA_WAIT_FOR: start.waitFor.join(' '),
      COMANDA_TRIAL_FILE: trialFile,
      COMANDA_TRIAL_PREVIOUS: previous,
      COMANDA_TRIAL_LEFT: String(startsLeft),
      COMANDA_TRIAL_TENTHS: String(Math.ceil(limitMs / TENTH_MS)),
    },
  })
  guard.on('error', () => undefined)
  guard.unref()
  return guard.pid !== undefined
}

/**
 * Whether a guard watches this start. Removes the variable from the environment: programs started by this one are not
 * guarded.
 */
export function readGuardMark(env: NodeJS.ProcessEnv): boolean {
  const isGuarded = env[GUARDED] !== undefined
  delete env[GUARDED]
  return isGuarded
}
