import { describe, expect, it } from 'vitest'
import { commandOf } from '../../../renderer/wall/bump-bar.tsx'

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
  ])('%s has its command', (key, command) => {
    expect(commandOf({ ...plain, key })).toEqual(command)
  })

  it('have no command with a modifier, while they are held down, or when they are letters', () => {
    expect(commandOf({ ...plain, key: '1', ctrlKey: true })).toBeUndefined()
    expect(commandOf({ ...plain, key: 'Enter', repeat: true })).toBeUndefined()
    expect(commandOf({ ...plain, key: 'a' })).toBeUndefined()
  })
})
