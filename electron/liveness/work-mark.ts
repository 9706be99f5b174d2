import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { readText } from '../files/regular-file.ts'

const FILE_MODE = 0o600
const schema = z.object({ orderId: z.string().optional(), isHung: z.literal(true).optional() })

/** What the last run left. `isHung`: its main loop stood, and it was ended. */
export type LeftWork = Readonly<z.infer<typeof schema>>

/** Runs work on one order's data. */
export type DuringOrder = <T>(orderId: string, work: () => T) => T

/** For what is not watched, such as practice. */
export const unmarked: DuringOrder = (_orderId, work) => work()

export type WorkMark = {
  /** `undefined`: the last run ended outside of any work. */
  readonly left: LeftWork | undefined
  /** Names the order in the file before the work, and clears it afterwards. */
  readonly during: DuringOrder
  close(): void
}

function readLeft(file: string): LeftWork | undefined {
  try {
    const [line = ''] = readText(file).split('\n')
    return line === '' ? undefined : schema.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

/**
 * A small file that names the order whose data is being worked on. It is not flushed: what a process has written stays when
 * the process ends, and only that is to be known.
 * @param onProgress called as each work begins
 */
export function openWorkMark(file: string, onProgress: () => void): WorkMark {
  const left = readLeft(file)
  let descriptor: number | undefined
  let current = ''

  const write = (line: string): void => {
    current = line
    if (descriptor === undefined) return
    try {
      writeSync(descriptor, `${line}\n`, 0)
    } catch {
      // The disk refuses it: an order that ends the program is not remembered.
    }
  }
  try {
    descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), FILE_MODE)
    write('')
  } catch {
    descriptor = undefined
  }

  return {
    left,
    during(orderId, work) {
      onProgress()
      const outer = current
      const line = JSON.stringify({ orderId })
      if (line !== outer) write(line)
      try {
        return work()
      } finally {
        if (line !== outer) write(outer)
      }
    },
    close() {
      if (descriptor !== undefined) closeSync(descriptor)
      descriptor = undefined
    },
  }
}
