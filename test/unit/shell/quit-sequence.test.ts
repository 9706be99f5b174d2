import type { App } from 'electron'
import { describe, expect, it } from 'vitest'
import { killIfKeychainHangs, stopBeforeQuit } from '../../../electron/shell/quitting.ts'
import { createRecordingLog, preventable, StrictEmitter } from './fakes.ts'

class FakeApp extends StrictEmitter {
  readonly hasQuit = Promise.withResolvers<void>()
  quitCalls = 0
  readonly exits: number[] = []
  exit = (code: number): void => void this.exits.push(code)
  /** As in Electron: `will-quit` may be prevented. Then nothing happens until the next call. */
  quit = (): void => {
    this.quitCalls += 1
    const event = preventable({})
    this.emit('will-quit', event)
    if (event.prevented) return
    this.emit('quit', {}, 0)
    this.hasQuit.resolve()
  }
}

function sequence(stop: () => Promise<void>, limitMs?: number) {
  const app = new FakeApp()
  const log = createRecordingLog()
  stopBeforeQuit({ app: app as unknown as App, stop, log, ...(limitMs === undefined ? {} : { limitMs }) })
  return { app, log }
}

describe('stopBeforeQuit', () => {
  it('stops the work before the quit, once, also when several quits are requested', async () => {
    let stops = 0
    const gate = Promise.withResolvers<void>()
    const { app, log } = sequence(() => {
      stops += 1
      return gate.promise
    })
    app.emit('window-all-closed')
    app.quit()
    app.quit()
    await Promise.resolve()
    expect(stops).toBe(1)
    gate.resolve()
    await app.hasQuit.promise
    expect(log.events()).toEqual(['stopped'])
    expect(app.exits).toEqual([])
  })

  it('reports a failure to the supervisor when Electron ends by itself, because the session is lost', () => {
    const { app, log } = sequence(() => Promise.resolve())
    app.emit('quit', {}, 0)
    expect(app.exits).toEqual([1])
    expect(log.events()).toEqual(['session-lost'])
  })

  it('quits when the work does not stop in time', async () => {
    const { app, log } = sequence(() => new Promise(() => undefined), 20)
    app.quit()
    await app.hasQuit.promise
    expect(log.lines).toEqual([{ level: 'warn', event: 'stop-incomplete', fields: { outcome: 'too-slow' } }])
  })

  it.each([
    ['rejects', () => Promise.reject(new Error('defect'))],
    [
      'throws',
      () => {
        throw new Error('defect')
      },
    ],
  ])('quits when stopping %s', async (_how, stop) => {
    const { app, log } = sequence(stop)
    app.quit()
    await app.hasQuit.promise
    expect(log.lines[0]?.fields).toEqual({ outcome: 'failed' })
  })
})

describe('killIfKeychainHangs', () => {
  it('kills the process only when it cannot end, and after its supervisor was notified', () => {
    const calls: string[] = []
    const [report, end] = ['report', 'end'].map((name) => () => void calls.push(name))
    if (report === undefined || end === undefined) throw new Error('two functions')
    killIfKeychainHangs(undefined, report, end)
    killIfKeychainHangs(() => false, report, end)
    expect(calls).toEqual([])
    killIfKeychainHangs(() => true, report, end)
    expect(calls).toEqual(['report', 'end'])
  })
})
