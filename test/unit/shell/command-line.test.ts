import { describe, expect, it } from 'vitest'
import { parseCommandLine } from '../../../electron/shell/command-line.ts'

const parse = (...switches: string[]) => parseCommandLine(['/opt/comanda/comanda', '.', ...switches], '/home/shop')

describe('parseCommandLine', () => {
  it('has no options by default', () => {
    expect(parse()).toEqual({ provisionFile: undefined, isPractice: false, resetPin: false, ifStopped: false })
  })

  it('reads the name of the provisioning file, with any characters', () => {
    expect(parse('--provision=/tmp/a b=c.json').provisionFile).toBe('/tmp/a b=c.json')
  })

  it.each([['--provision='], ['--provision'], ['provision=/tmp/a.json'], ['--provision-file=/tmp/a.json']])(
    'reads no file from %s',
    (argument) => {
      expect(parse(argument).provisionFile).toBeUndefined()
    },
  )

  it('uses the last of several options', () => {
    expect(parse('--provision=a.json', '--provision=/b.json').provisionFile).toBe('/b.json')
  })

  it('resolves a relative path in the folder of the command', () => {
    expect(parse('--provision=keys/a.json').provisionFile).toBe('/home/shop/keys/a.json')
  })

  it('starts practice only with the complete option, also with its earlier name', () => {
    expect(parse('--practice').isPractice).toBe(true)
    expect(parse('--rehearsal').isPractice).toBe(true)
    expect(parse('--practice=no', '--practices', 'practice', '--rehearsals').isPractice).toBe(false)
  })

  it('removes the PIN only with the complete option', () => {
    expect(parse('--reset-pin').resetPin).toBe(true)
    expect(parse('--reset-pin=no', '--reset-pins', 'reset-pin').resetPin).toBe(false)
  })

  it('ignores switches of Chromium and unknown ones', () => {
    expect(parse('--user-data-dir=/tmp/p', '--inspect=0', '--unknown', '--', '-x')).toEqual({
      provisionFile: undefined,
      isPractice: false,
      resetPin: false,
      ifStopped: false,
    })
  })
})
