import { readFileSync } from 'node:fs'

const TICKS_PER_SECOND = 100
const US_PER_SECOND = 1_000_000
/** Positions after the name of the process in /proc/PID/stat: user and system time of its ended children. */
const CHILDREN_USER = 13
const CHILDREN_SYSTEM = 14

/** Processor time of all ended children with their own children, in seconds. */
function endedChildrenSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS_PER_SECOND
}

let counted = 0

/**
 * Processor time, user and system, of the child process that has just ended, with all processes that it started and waited
 * for, in seconds. Call it once at the end of each child. `undefined` on systems other than Linux.
 */
export function secondsOfEndedChild(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const before = counted
  counted = endedChildrenSeconds()
  return counted - before
}

/** Processor time of this process, in seconds. */
export function ownSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / US_PER_SECOND
}
