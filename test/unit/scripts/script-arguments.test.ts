import { describe, expect, it } from 'vitest'
import { readArguments } from '../../../scripts/script-arguments.ts'

const USAGE = 'npm run example -- NUMBER'

class Exit extends Error {
  readonly code: number
  constructor(code: number) {
    super(`exit ${code}`)
    this.code = code
  }
}

function readNumber(args: readonly string[]): number {
  const number = Number(args[0])
  if (Number.isNaN(number)) throw new Error(`Not a number: ${args[0]}`)
  return number
}

function run(...args: readonly string[]) {
  const printed: string[] = []
  const errors: string[] = []
  const output = {
    print: (text: string) => printed.push(text),
    printError: (text: string) => errors.push(text),
    exit(code: number): never {
      throw new Exit(code)
    },
  }
  try {
    return { result: readArguments(USAGE, readNumber, args, output), printed, errors }
  } catch (error) {
    if (error instanceof Exit) return { exit: error.code, printed, errors }
    throw error
  }
}

describe('the arguments of a script', () => {
  it('are read', () => {
    expect(run('7')).toEqual({ result: 7, printed: [], errors: [] })
  })

  it.each(['--help', '-h'])('print the usage with %s', (flag) => {
    expect(run(flag)).toEqual({ exit: 0, printed: [USAGE], errors: [] })
  })

  it('end the script with the message and the usage when they are wrong', () => {
    expect(run('many')).toEqual({ exit: 2, printed: [], errors: [`Not a number: many\n\n${USAGE}`] })
  })
})
