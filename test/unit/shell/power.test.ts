import { describe, expect, it } from 'vitest'
import { preventDisplaySleep } from '../../../electron/shell/board-display.ts'
import { StrictEmitter } from './fakes.ts'

describe('preventDisplaySleep', () => {
  it('prevents that the display sleeps, and reports when the system wakes up', () => {
    const monitor = new StrictEmitter()
    const blocks: string[] = []
    let resumes = 0
    preventDisplaySleep({
      blocker: { start: (type) => blocks.push(type) },
      monitor: monitor as never,
      onResume: () => {
        resumes += 1
      },
    })
    monitor.emit('resume')
    expect(blocks).toEqual(['prevent-display-sleep'])
    expect(resumes).toBe(1)
  })
})
