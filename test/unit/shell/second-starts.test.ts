import { expect, it, vi } from 'vitest'
import { createSecondStarts } from '../../../electron/shell/command-line.ts'

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
