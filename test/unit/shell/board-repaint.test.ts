import type { PowerMonitor, Screen } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBoardRepaint, type RepaintedWindow } from '../../../electron/shell/board-repaint.ts'
import { createRecordingLog, StrictEmitter } from './fakes.ts'

type Page = 'draws' | 'draws-nothing' | 'hangs' | 'loads' | 'gone'

function setUp(page: Page = 'draws', state: { isMinimized?: boolean } = {}) {
  const displays = new StrictEmitter()
  const power = new StrictEmitter()
  const calls: string[] = []
  const window: RepaintedWindow = {
    isDestroyed: () => false,
    isVisible: () => true,
    isMinimized: () => state.isMinimized ?? false,
    hide: () => void calls.push('hide'),
    show: () => void calls.push('show'),
    webContents: {
      invalidate: () => void calls.push('invalidate'),
      isLoadingMainFrame: () => page === 'loads',
      executeJavaScript: () => {
        if (page === 'gone') return Promise.reject(new Error('frame disposed'))
        return page === 'hangs' || page === 'loads' ? new Promise(() => undefined) : Promise.resolve(page === 'draws')
      },
    },
  }
  const log = createRecordingLog()
  createBoardRepaint({ window: () => window, log }).follow(
    displays as unknown as Pick<Screen, 'on'>,
    power as unknown as Pick<PowerMonitor, 'on'>,
  )
  return { displays, power, calls, log }
}

describe('the board is painted anew', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each(['resume', 'unlock-screen'])('after %s', async (event) => {
    const { power, calls } = setUp()
    power.emit(event)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls).toEqual(['invalidate'])
  })

  it.each(['display-added', 'display-removed', 'display-metrics-changed'])('after %s', async (event) => {
    const { displays, calls } = setUp()
    displays.emit(event)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls).toEqual(['invalidate'])
  })

  it('once after a burst of events', async () => {
    const { displays, power, calls } = setUp()
    power.emit('resume')
    await vi.advanceTimersByTimeAsync(900)
    displays.emit('display-metrics-changed')
    await vi.advanceTimersByTimeAsync(900)
    power.emit('unlock-screen')
    expect(calls).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls).toEqual(['invalidate'])
  })

  it('by hiding and showing its window once, when its page draws no frame', async () => {
    const { power, calls, log } = setUp('draws-nothing')
    power.emit('resume')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toEqual(['invalidate', 'hide', 'show', 'invalidate'])
    expect(log.events()).toEqual(['screen-not-painted'])
  })

  it.each(['hangs', 'loads', 'gone'] as const)('without hiding its window, when its page %s', async (page) => {
    const { power, calls } = setUp(page)
    power.emit('resume')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toEqual(['invalidate'])
  })

  it('not while its window is minimized', async () => {
    const { power, calls } = setUp('draws-nothing', { isMinimized: true })
    power.emit('resume')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(calls).toEqual([])
  })
})
