import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RecoverableContents, recoverRenderer } from '../../../electron/shell/renderer-recovery.ts'
import { createRecordingLog, StrictEmitter } from './fakes.ts'

const BOARD = 'app://comanda/index.html'
const SAFE = 'app://comanda/safe-page.html'

class FakeContents extends StrictEmitter {
  readonly loaded: string[] = []
  destroyed = false
  isLoading = false
  isLoadingMainFrame = () => this.isLoading
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

/** After four crashes of the board in a row. */
function failing(said: string[] = []) {
  const contents = recovered(said)
  for (let crash = 0; crash < 4; crash += 1) {
    if (crash > 0) vi.advanceTimersByTime(1_000)
    contents.crash()
  }
  return contents
}

describe('recoverRenderer', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('shows the safe page at once after a crash or a hang, and the board a second later', () => {
    const contents = recovered()
    contents.crash()
    expect(contents.loaded).toEqual([SAFE])
    vi.advanceTimersByTime(999)
    expect(contents.loaded).toEqual([SAFE])
    vi.advanceTimersByTime(1)
    expect(contents.loaded).toEqual([SAFE, BOARD])
    contents.emit('unresponsive')
    expect(contents.loaded).toEqual([SAFE, BOARD, SAFE])
    vi.advanceTimersByTime(1_000)
    expect(contents.loaded).toEqual([SAFE, BOARD, SAFE, BOARD])
  })

  it('tries the board a second after the safe page is in sight on a slow machine, and without it after ten', () => {
    const contents = recovered()
    contents.isLoading = true
    contents.crash()
    vi.advanceTimersByTime(4_000)
    expect(contents.loaded).toEqual([SAFE])
    contents.isLoading = false
    vi.advanceTimersByTime(1_000)
    expect(contents.loaded).toEqual([SAFE])
    vi.advanceTimersByTime(500)
    expect(contents.loaded).toEqual([SAFE, BOARD])
    contents.isLoading = true
    contents.crash()
    vi.advanceTimersByTime(9_999)
    expect(contents.loaded).toHaveLength(3)
    vi.advanceTimersByTime(1_251)
    expect(contents.loaded.slice(3)).toEqual([BOARD])
  })

  it('tries the board each minute after it has failed four times in five minutes', () => {
    const contents = failing()
    expect(contents.loaded).toEqual([SAFE, BOARD, SAFE, BOARD, SAFE, BOARD, SAFE])
    vi.advanceTimersByTime(59_999)
    expect(contents.loaded).toHaveLength(7)
    vi.advanceTimersByTime(1)
    expect(contents.loaded.at(-1)).toBe(BOARD)
    vi.advanceTimersByTime(240_000)
    contents.crash()
    vi.advanceTimersByTime(1_000)
    expect(contents.loaded.slice(8)).toEqual([SAFE, BOARD])
  })

  it('returns to the board when a person requests it, and does not load it a second time', () => {
    const contents = failing()
    contents.emit('did-navigate', {}, SAFE)
    contents.emit('did-navigate', {}, BOARD)
    vi.advanceTimersByTime(60_000)
    expect(contents.loaded.at(-1)).toBe(SAFE)
    contents.crash()
    expect(contents.loaded.at(-1)).toBe(SAFE)
    vi.advanceTimersByTime(60_000)
    expect(contents.loaded.at(-1)).toBe(BOARD)
  })

  it('stays on the safe page while that page reloads itself', () => {
    const contents = failing()
    for (let second = 0; second < 60; second += 5) {
      contents.emit('did-navigate', {}, SAFE)
      vi.advanceTimersByTime(5_000)
    }
    expect(contents.loaded.slice(6)).toEqual([SAFE, BOARD])
  })

  it('loads the safe page twice when no process starts, and tries again with each retry of the board', () => {
    const contents = recovered()
    const load = contents.loadURL
    contents.loadURL = (address) => {
      const loaded = load(address)
      setTimeout(() => contents.crash('launch-failed'), 20)
      return loaded
    }
    contents.crash('launch-failed')
    vi.advanceTimersByTime(10_000)
    const once = [SAFE, SAFE, BOARD]
    expect(contents.loaded).toEqual([...once, ...once, ...once, SAFE, SAFE])
    vi.advanceTimersByTime(60_000)
    expect(contents.loaded.slice(11)).toEqual([BOARD, SAFE, SAFE])
  })

  it('loads a crashed safe page again, with less content until the board is tried again', () => {
    const said: string[] = []
    const contents = failing(said)
    said.splice(0)
    contents.crash()
    contents.crash()
    expect(contents.loaded.slice(6)).toEqual([SAFE, SAFE])
    expect(said).toEqual(['crashed'])
    vi.advanceTimersByTime(60_000)
    expect(said).toEqual(['crashed', 'left'])
    expect(contents.loaded.slice(8)).toEqual([BOARD])
  })
})
