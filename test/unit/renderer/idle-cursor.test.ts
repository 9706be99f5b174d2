import { afterEach, describe, expect, it, vi } from 'vitest'
import { hideIdleCursor } from '../../../renderer/app/idle-cursor.ts'

afterEach(() => void vi.unstubAllGlobals())

function aCursor() {
  const classes = new Set<string>()
  let move = (_event: { readonly pointerType: string }): void => undefined
  let hide = (): void => undefined
  let whenIdle: ((remainingMs: number) => void)[] = []
  vi.stubGlobal('document', {
    documentElement: {
      classList: { add: (name: string) => classes.add(name), remove: (name: string) => classes.delete(name) },
    },
  })
  vi.stubGlobal('addEventListener', (_type: string, listener: typeof move) => {
    move = listener
  })
  hideIdleCursor(
    (_ms, run) => {
      hide = run
      return () => undefined
    },
    {
      whenIdle: (run) => {
        whenIdle.push(run)
        return () => undefined
      },
    },
  )
  return {
    isHidden: () => classes.has('cursor-idle'),
    rest: () => hide(),
    move: (pointerType: string) => move({ pointerType }),
    becomeIdle: () => {
      const now = whenIdle
      whenIdle = []
      for (const run of now) run(0)
    },
  }
}

describe('the cursor of a mouse that is not moved', () => {
  it('is hidden, and shown in the first idle moment after a movement', () => {
    const { isHidden, rest, move, becomeIdle } = aCursor()
    expect(isHidden()).toBe(false)
    rest()
    expect(isHidden()).toBe(true)
    move('mouse')
    // The styles of every element change with the cursor, which would delay the click that begins now.
    expect(isHidden()).toBe(true)
    becomeIdle()
    expect(isHidden()).toBe(false)
  })

  it('is not shown by a finger', () => {
    const { isHidden, rest, move, becomeIdle } = aCursor()
    rest()
    move('touch')
    becomeIdle()
    expect(isHidden()).toBe(true)
  })
})
