import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The log files of a profile. */
export const logOf = (profile: string): string =>
  readdirSync(join(profile, 'logs'))
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(join(profile, 'logs', name), 'utf8'))
    .join('')

/** The processes of this profile. Linux only. */
const processesOf = (profile: string): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(profile) ? [Number(name)] : []
    } catch {
      return []
    }
  })

/** Ends the programs that a program has started in its place. @param first the one that the test started */
export function endOthersOf(profile: string, first: number | undefined): void {
  for (const other of processesOf(profile)) if (other !== first) process.kill(other, 'SIGKILL')
}
