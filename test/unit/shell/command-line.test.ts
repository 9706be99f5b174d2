import { expect, it, vi } from 'vitest'
import { createSecondStarts, parseCommandLine } from '../../../electron/shell/command-line.ts'

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

const start = (...switches: string[]): [readonly string[], string] => [['/opt/comanda', ...switches], '/home/shop']

it('second starts are passed on in order, also those before the listener was added', () => {
  const starts = createSecondStarts()
  const listener = vi.fn()
  starts.receive(...start('--reset-pin'))
  starts.receive(...start('--provision=a.json'))
  starts.follow(listener)
  starts.receive(...start())
  expect(listener.mock.calls.map(([commandLine]) => commandLine)).toEqual([
    { provisionFile: undefined, isPractice: false, resetPin: true, ifStopped: false },
    { provisionFile: '/home/shop/a.json', isPractice: false, resetPin: false, ifStopped: false },
    { provisionFile: undefined, isPractice: false, resetPin: false, ifStopped: false },
  ])
})

it('a start by the scheduler, which only checks whether the program runs, is not passed on', () => {
  const starts = createSecondStarts()
  const listener = vi.fn()
  starts.receive(...start('--if-stopped'))
  starts.follow(listener)
  starts.receive(...start('--if-stopped'))
  expect(listener).not.toHaveBeenCalled()
})
