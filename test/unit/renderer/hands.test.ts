import { describe, expect, it } from 'vitest'
import { commandOf } from '../../../renderer/keys/key-commands.ts'
import { createBumpGuard } from '../../../renderer/ticket/bump-guard.ts'

describe('the guard against a finger that taps twice', () => {
  const at = (times: readonly number[]) => {
    const left = [...times]
    return createBumpGuard(() => left.shift() ?? 0)
  }

  it('drops the second of two quick taps on a button that came in between', () => {
    const guard = at([1_000, 1_200])
    expect(guard.takes('a', 0)).toBe(true)
    expect(guard.takes('b', 1_100)).toBe(false)
  })

  it('lets a quick hand work through tickets that stood there before', () => {
    const guard = at([1_000, 1_200, 1_300])
    expect([guard.takes('a', 0), guard.takes('b', 500), guard.takes('c', 0)]).toEqual([true, true, true])
  })

  it('takes the tap once the moment is over', () => {
    const guard = at([1_000, 1_301])
    expect([guard.takes('a', 0), guard.takes('b', 1_100)]).toEqual([true, true])
  })
})

describe('the keys of a bump bar', () => {
  const plain = { altKey: false, ctrlKey: false, metaKey: false, repeat: false }
  it.each([
    ['1', { kind: 'pick', number: 1 }],
    ['9', { kind: 'pick', number: 9 }],
    ['0', { kind: 'undo' }],
    ['.', { kind: 'recall' }],
    [',', { kind: 'recall' }],
    ['Enter', { kind: 'advance' }],
    ['+', { kind: 'next-page' }],
    ['-', { kind: 'previous-page' }],
  ])('%s', (key, command) => {
    expect(commandOf({ ...plain, key })).toEqual(command)
  })

  it('mean nothing with a modifier, held down, or as letters', () => {
    expect(commandOf({ ...plain, key: '1', ctrlKey: true })).toBeUndefined()
    expect(commandOf({ ...plain, key: 'Enter', repeat: true })).toBeUndefined()
    expect(commandOf({ ...plain, key: 'a' })).toBeUndefined()
  })
})
