import { describe, expect, it } from 'vitest'
import { createPushes, type PushTarget } from '../../../electron/ipc/pushes.ts'
import { createRecordingLog } from '../shell/fakes.ts'

const DELTA = { version: 2, changed: [], removed: ['o1'] }

class FakeTarget implements PushTarget {
  readonly sent: unknown[] = []
  readonly state: { window: 'open' | 'destroyed'; contents: 'open' | 'destroyed' | 'frame-disposed' }
  constructor(window: 'open' | 'destroyed' = 'open', contents: 'open' | 'destroyed' | 'frame-disposed' = 'open') {
    this.state = { window, contents }
  }
  isDestroyed(): boolean {
    return this.state.window === 'destroyed'
  }
  /** As Electron does it: every property of a destroyed object throws. */
  get webContents(): PushTarget['webContents'] {
    if (this.isDestroyed()) throw new TypeError('Object has been destroyed')
    return {
      isDestroyed: () => this.state.contents === 'destroyed',
      send: (push, payload) => {
        if (this.state.contents !== 'open') throw new Error('Render frame was disposed')
        this.sent.push([push, payload])
      },
    }
  }
}

describe('createPushes', () => {
  it('sends to every open window, also when another window was destroyed', () => {
    const targets = [
      new FakeTarget('destroyed'),
      new FakeTarget('open', 'destroyed'),
      new FakeTarget('open', 'frame-disposed'),
      new FakeTarget(),
      new FakeTarget(),
    ]
    const log = createRecordingLog()
    createPushes(() => targets, log)('board:delta', DELTA)
    expect(targets.map((target) => target.sent.length)).toEqual([0, 0, 0, 1, 1])
    expect(targets[3]?.sent).toEqual([['board:delta', DELTA]])
    expect(log.events()).toEqual(['push-not-delivered'])
  })

  it('sends only what the contract defines', () => {
    const target = new FakeTarget()
    const log = createRecordingLog()
    const send = createPushes(() => [target], log)
    send('board:delta', { ...DELTA, version: 0.5 })
    expect(target.sent).toEqual([])
    expect(log.lines).toEqual([
      { level: 'error', event: 'push-malformed', fields: { push: 'board:delta', place: 'version' } },
    ])
    const withSecret = { ...DELTA, clientSecret: 'canary' }
    send('board:delta', withSecret)
    expect(target.sent).toEqual([['board:delta', DELTA]])
  })
})
