import { expect, it, vi } from 'vitest'
import { createSecondStarts } from '../../../electron/shell/second-starts.ts'

const start = (...switches: string[]): [readonly string[], string] => [['/opt/comanda', ...switches], '/home/shop']

it('hands over each second start, those before the program was open too, in their order', () => {
  const starts = createSecondStarts()
  const listener = vi.fn()
  starts.receive(...start('--reset-pin'))
  starts.receive(...start('--provision=a.json'))
  starts.follow(listener)
  starts.receive(...start())
  expect(listener.mock.calls.map(([commandLine]) => commandLine)).toEqual([
    { provisionFile: undefined, rehearsal: false, resetPin: true },
    { provisionFile: '/home/shop/a.json', rehearsal: false, resetPin: false },
    { provisionFile: undefined, rehearsal: false, resetPin: false },
  ])
})
