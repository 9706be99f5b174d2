import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RecoverableContents, recoverRenderer } from '../../../electron/shell/renderer-recovery.ts'
import { createRecordingLog, StrictEmitter } from './fakes.ts'

const BOARD = 'app://comanda/index.html'
const SAFE = 'app://comanda/safe-page.html'

class FakeContents extends StrictEmitter {
  readonly loaded: string[] = []
  destroyed = false
  isDestroyed = () => this.destroyed
  loadURL = (address: string): Promise<void> => {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
    this.loaded.push(address)
    return Promise.reject(new Error('ERR_ABORTED'))
  }
  /** As in Electron: the process ends, and Electron emits the event. */
  forcefullyCrashRenderer = () => this.crash('killed')
  crash(reason = 'crashed'): void {
    this.emit('render-process-gone', {}, { reason, exitCode: 1 })
  }
}

function recovered(said: string[] = []) {
  const contents = new FakeContents()
  recoverRenderer({
    contents: contents as unknown as RecoverableContents,
    log: createRecordingLog(),
    now: () => performance.now(),
    safePage: { recordCrash: () => said.push('crashed'), reset: () => said.push('left') },
  })
  return contents
}

describe('recoverRenderer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('stays on the safe page after three crashes in five minutes, and tries again a minute later', () => {
    const contents = recovered()
    for (let crash = 0; crash < 4; crash += 1) contents.crash()
    expect(contents.loaded).toEqual([BOARD, BOARD, BOARD, SAFE])
    vi.advanceTimersByTime(59_999)
    expect(contents.loaded).toHaveLength(4)
    vi.advanceTimersByTime(1)
    expect(contents.loaded.at(-1)).toBe(BOARD)
    vi.advanceTimersByTime(240_000)
    contents.crash()
    expect(contents.loaded.at(-1)).toBe(BOARD)
  })

  it('returns to the board when a person requests it, and does not load it a second time', () => {
    const contents = recovered()
    for (let crash = 0; crash < 4; crash += 1) contents.crash()
    contents.emit('did-navigate', {}, SAFE)
    contents.emit('did-navigate', {}, BOARD)
    vi.advanceTimersByTime(60_000)
    expect(contents.loaded).toEqual([BOARD, BOARD, BOARD, SAFE])
    contents.crash()
    expect(contents.loaded.at(-1)).toBe(SAFE)
    vi.advanceTimersByTime(60_000)
    expect(contents.loaded.at(-1)).toBe(BOARD)
  })

  it('stays on the safe page while that page reloads itself', () => {
    const contents = recovered()
    for (let crash = 0; crash < 4; crash += 1) contents.crash()
    for (let second = 0; second < 60; second += 5) {
      contents.emit('did-navigate', {}, SAFE)
      vi.advanceTimersByTime(5_000)
    }
    expect(contents.loaded).toEqual([BOARD, BOARD, BOARD, SAFE, BOARD])
  })

  it('stops loading when no process starts, and tries again each minute', () => {
    const contents = recovered()
    const load = contents.loadURL
    contents.loadURL = (address) => {
      const loaded = load(address)
      setTimeout(() => contents.crash('launch-failed'), 20)
      return loaded
    }
    contents.crash('launch-failed')
    vi.advanceTimersByTime(2_000)
    expect(contents.loaded).toEqual([BOARD, BOARD, BOARD, SAFE, SAFE])
    vi.advanceTimersByTime(60_000)
    expect(contents.loaded).toEqual([BOARD, BOARD, BOARD, SAFE, SAFE, BOARD, SAFE, SAFE])
  })

  it('loads a crashed safe page again, with less content until the board is tried again', () => {
    const said: string[] = []
    const contents = recovered(said)
    for (let crash = 0; crash < 4; crash += 1) contents.crash()
    said.splice(0)
    contents.crash()
    contents.crash()
    expect(contents.loaded.slice(3)).toEqual([SAFE, SAFE])
    expect(said).toEqual(['crashed'])
    vi.advanceTimersByTime(60_000)
    expect(said).toEqual(['crashed', 'left'])
    expect(contents.loaded.slice(5)).toEqual([BOARD])
  })
})
