import { readdirSync, readFileSync } from 'node:fs'

type Process = { readonly pid: number; readonly parent: number; readonly startedAt: string; readonly isOver: boolean }

function processOf(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // After the name, which is in parentheses and may contain any character: state, parent, …; the 20th field is the
    // start time.
    const [state = '', parent = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(parent), startedAt: rest[17] ?? '', isOver: state === 'Z' || state === 'X' }
  } catch {
    return undefined
  }
}

/** A process that is identified by its id and its start, because a new process may get the same id. */
export type Descendant = Pick<Process, 'pid' | 'startedAt'>

/** All descendants of this process. */
export function descendantsOf(pid: number): readonly Descendant[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (processOf(Number(name)) ?? []) : []))
  const below = (parent: number): readonly Process[] =>
    all.filter((one) => one.parent === parent).flatMap((child) => [child, ...below(child.pid)])
  return below(pid)
}

export const stillRunning = (known: readonly Descendant[]): readonly Descendant[] =>
  known.filter(({ pid, startedAt }) => {
    const now = processOf(pid)
    return now !== undefined && !now.isOver && now.startedAt === startedAt
  })
