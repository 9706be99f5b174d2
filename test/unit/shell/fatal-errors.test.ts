import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { handleFatalErrors } from '../../../electron/shell/fatal-errors.ts'
import { createRecordingLog, StrictEmitter } from './fakes.ts'

function guarded(mayRelaunch: boolean) {
  const process = new StrictEmitter()
  const log = createRecordingLog()
  const done: string[] = []
  handleFatalErrors({
    process,
    log,
    mayRelaunch: () => mayRelaunch,
    relaunch: () => done.push('relaunch'),
    giveUp: () => done.push('give up'),
  })
  return { process, log, done }
}

describe('handleFatalErrors', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each(['uncaughtException', 'unhandledRejection'])('relaunches after %s', (event) => {
    const { process, done } = guarded(true)
    process.emit(event, new TypeError('defect'))
    expect(done).toEqual(['relaunch'])
  })

  it('waits a minute when the budget is used up', () => {
    const { process, done } = guarded(false)
    process.emit('uncaughtException', new Error('defect'))
    vi.advanceTimersByTime(59_999)
    expect(done).toEqual(['give up'])
    vi.advanceTimersByTime(1)
    expect(done).toEqual(['give up', 'relaunch'])
  })

  it('ends the program only once, and logs every defect', () => {
    const { process, log, done } = guarded(true)
    process.emit('uncaughtException', new Error('one'))
    process.emit('unhandledRejection', 'not even an error')
    expect(done).toEqual(['relaunch'])
    expect(log.events()).toEqual(['fatal', 'fatal'])
    expect(log.lines[1]?.fields).toEqual({ origin: 'rejection', name: 'string', place: undefined })
  })

  it('keeps the message of a defect out of the log', () => {
    const { process, log } = guarded(true)
    process.emit('uncaughtException', new Error('https://host/canary-hash/od/v2 refused'))
    expect(JSON.stringify(log.lines)).not.toContain('canary')
    expect(log.lines[0]?.fields?.place).toMatch(/^at .*fatal-errors\.test/)
  })

  it.each([
    new Error('net::ERR_CONNECTION_RESET'),
    new DOMException('The operation was aborted.', 'AbortError'),
    new DOMException('The operation timed out.', 'TimeoutError'),
  ])('does not end the program after a rejection of the network: %s', (reason) => {
    const { process, log, done } = guarded(true)
    process.emit('unhandledRejection', reason)
    expect(done).toEqual([])
    expect(log.events()).toEqual(['unawaited-network-rejection'])
    process.emit('uncaughtException', reason)
    expect(done).toEqual(['relaunch'])
  })
})
