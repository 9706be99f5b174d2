import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PulsingContents, watchPulse } from '../../../electron/shell/screen-pulse.ts'
import { createRecordingLog, StrictEmitter } from './fakes.ts'

class FakeContents extends StrictEmitter {
  state: 'alive' | 'hung' | 'rejecting' | 'destroyed' = 'alive'
  asked = 0
  ended = 0
  isLoading = false
  #waiting: ((value: unknown) => void)[] = []
  /** The page has ended its work and answers the pings that wait. */
  answer = () => {
    for (const resolve of this.#waiting.splice(0)) resolve(0)
  }
  isLoadingMainFrame = () => this.isLoading
  isDestroyed = () => this.state === 'destroyed'
  executeJavaScript = (): Promise<unknown> => {
    if (this.state === 'destroyed') throw new TypeError('Object has been destroyed')
    this.asked += 1
    if (this.isLoading) {
      // As in Electron: no script runs before the page has loaded.
      return new Promise((resolve) => {
        this.once('did-stop-loading', () => resolve(0))
      })
    }
    if (this.state === 'rejecting') return Promise.reject(new Error('frame disposed'))
    return this.state === 'hung' ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(0)
  }
  forcefullyCrashRenderer = () => {
    this.ended += 1
    this.emit('render-process-gone')
  }
}

function watched(now: () => number = () => performance.now(), isOverloaded = () => false) {
  const contents = new FakeContents()
  const log = createRecordingLog()
  watchPulse({ contents: contents as unknown as PulsingContents, log, now, isOverloaded })
  return { contents, log }
}

describe('watchPulse', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each(['alive', 'rejecting'] as const)('does not end a page that is %s', async (state) => {
    const { contents } = watched()
    contents.state = state
    await vi.advanceTimersByTimeAsync(120_000)
    expect(contents.asked).toBe(600)
    expect(contents.ended).toBe(0)
  })

  it('ends a page after five seconds without an answer', async () => {
    const { contents, log } = watched()
    contents.state = 'hung'
    await vi.advanceTimersByTimeAsync(5_199)
    expect(contents.ended).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(contents.ended).toBe(1)
    expect(log.events()).toEqual(['screen-hung'])
  })

  it('waits longer after each hang, at most fifteen seconds, and five seconds again after a long time without a hang', async () => {
    const { contents } = watched()
    const ends: number[] = []
    const began = Date.now()
    contents.on('render-process-gone', () => ends.push((Date.now() - began) / 1_000))
    contents.state = 'hung'
    await vi.advanceTimersByTimeAsync(5_200 + 10_200 + 15_200 + 15_200)
    expect(ends).toEqual([5.2, 15.4, 30.6, 45.8])
    contents.answer()
    contents.state = 'alive'
    await vi.advanceTimersByTimeAsync(5 * 60_000)
    contents.state = 'hung'
    await vi.advanceTimersByTimeAsync(5_200)
    expect(contents.ended).toBe(5)
  })

  it('gives a page fifteen seconds while the computer is overloaded', async () => {
    const { contents } = watched(undefined, () => true)
    contents.state = 'hung'
    await vi.advanceTimersByTimeAsync(15_199)
    expect(contents.ended).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(contents.ended).toBe(1)
  })

  it('ends a page that is still loading after two minutes', async () => {
    const { contents, log } = watched()
    contents.isLoading = true
    contents.emit('did-start-loading')
    await vi.advanceTimersByTimeAsync(119_000)
    expect(contents.ended).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(contents.ended).toBe(1)
    expect(log.events()).toEqual(['screen-hung'])
  })

  it('does not count the sleep of the machine', async () => {
    let slept = 0
    const { contents } = watched(() => performance.now() + slept)
    contents.state = 'hung'
    await vi.advanceTimersByTimeAsync(5_000)
    slept = 3_600_000
    await vi.advanceTimersByTimeAsync(5_000)
    expect(contents.ended).toBe(0)
  })

  it('does not count the time in which other programs use the processor', async () => {
    let late = 0
    const { contents } = watched(() => performance.now() + late)
    contents.state = 'hung'
    for (let second = 0; second < 30; second += 1) {
      late += 1_500
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(contents.ended).toBe(0)
  })
})
