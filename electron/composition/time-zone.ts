import { lstatSync, readlinkSync } from 'node:fs'
import type { Clock } from '../sync/clock.ts'

const CHECK_EVERY_MS = 60_000
const ZONE_FILE = '/etc/localtime'

/** Changes when a person chooses another zone. Looking for the zone itself may read hundreds of files. */
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
 * Makes this process use the computer's time zone after a person has changed it: the business day, quiet hours and printed
 * times depend on it. Chromium tells its pages only. Node reads the zone again when the variable `TZ` is set or deleted; a
 * variable that the owner has set stays in force. Returns the function that ends it.
 */
export function followTimeZone(
  clock: Pick<Clock, 'setTimer'>,
  { platform, env }: { readonly platform: string; readonly env: Record<string, string | undefined> } = process,
  markOfZone: () => string = markOfSystemZone,
): () => void {
  if (env.TZ !== undefined) return () => undefined
  /** Windows has no such file, and tells its zone at once. */
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
