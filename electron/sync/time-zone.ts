import { lstatSync, readlinkSync } from 'node:fs'
import type { Clock } from './clock.ts'

const CHECK_EVERY_MS = 60_000
const ZONE_FILE = '/etc/localtime'

/** A text that changes when a user chooses another zone. Reading the name of the zone may open hundreds of files. */
function markOfSystemZone(): string {
  const { ino, mtimeMs } = lstatSync(ZONE_FILE)
  let target = ''
  try {
    target = readlinkSync(ZONE_FILE)
  } catch {
    // The file is a copy of a zone.
  }
  return `${ino} ${mtimeMs} ${target}`
}

/**
 * Makes this process use the computer's time zone after a person has changed it. Node reads the zone again when the variable
 * `TZ` changes; one that the owner has set stays. Returns the function that ends it.
 */
export function followTimeZone(
  clock: Pick<Clock, 'setTimer'>,
  { platform, env }: { readonly platform: string; readonly env: Record<string, string | undefined> } = process,
  markOfZone: () => string = markOfSystemZone,
): () => void {
  if (env.TZ !== undefined) return () => undefined
  /** `undefined` on Windows, which has no such file: there Node reads the zone again at each check, which costs little. */
  const mark = (): string | undefined => {
    try {
      return platform === 'win32' ? undefined : markOfZone()
    } catch {
      return undefined
    }
  }
  let known = mark()
  let cancel = clock.setTimer(CHECK_EVERY_MS, check)

  function check(): void {
    cancel = clock.setTimer(CHECK_EVERY_MS, check)
    const now = mark()
    if (now !== undefined && now === known) return
    known = now
    delete env.TZ
  }

  return () => cancel()
}
