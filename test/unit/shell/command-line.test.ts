import { expect, it } from 'vitest'
import { parseCommandLine } from '../../../electron/shell/command-line.ts'

const parse = (...switches: string[]) => parseCommandLine(['/opt/comanda/comanda', '.', ...switches], '/home/shop')
const NOTHING = { provisionFile: undefined, isPractice: false, resetPin: false, ifStopped: false }

it.each<[readonly string[], Partial<ReturnType<typeof parse>>]>([
  [[], {}],
  [['--provision=/tmp/a b=c.json'], { provisionFile: '/tmp/a b=c.json' }],
  [['--provision=a.json', '--provision=/b.json'], { provisionFile: '/b.json' }],
  [['--provision=keys/a.json'], { provisionFile: '/home/shop/keys/a.json' }],
  [['--provision='], {}],
  [['--provision', 'provision=/tmp/a.json', '--provision-file=/tmp/a.json'], {}],
  [['--practice'], { isPractice: true }],
  [['--rehearsal'], { isPractice: true }],
  [['--practice=no', '--practices', 'practice', '--rehearsals'], {}],
  [['--reset-pin'], { resetPin: true }],
  [['--reset-pin=no', '--reset-pins', 'reset-pin'], {}],
  [['--user-data-dir=/tmp/p', '--inspect=0', '--unknown', '--', '-x'], {}],
])('the command line %j is read', (switches, options) => {
  expect(parse(...switches)).toEqual({ ...NOTHING, ...options })
})
