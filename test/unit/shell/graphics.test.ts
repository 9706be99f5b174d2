import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from 'electron'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { chooseRendering } from '../../../electron/shell/graphics.ts'
import { createRecordingLog, StrictEmitter } from './fakes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comanda-graphics-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

class FakeApp extends StrictEmitter {
  disabled = 0
  disableHardwareAcceleration = (): void => {
    this.disabled += 1
  }
  fail = (reason = 'crashed', type = 'GPU') =>
    this.emit('child-process-gone', {}, { type, reason, exitCode: -2_147_483_645 })
}

/** One run of the program. */
function start(about: { readonly version?: string; readonly at?: number; readonly file?: string } = {}) {
  const app = new FakeApp()
  const log = createRecordingLog()
  const clock = { at: about.at ?? 0 }
  const calls = { unusable: 0 }
  const rendering = chooseRendering({
    // The two members that the code uses.
    app: app as unknown as App,
    file: about.file ?? join(folder, 'logs', 'graphics.json'),
    version: about.version ?? '1.0.0',
    now: () => clock.at,
    log,
    onUnusable: () => {
      calls.unusable += 1
    },
  })
  return { app, log, clock, calls, rendering }
}

describe('the graphics', () => {
  it('use the hardware, also after one failure, which is logged', () => {
    const first = start()
    expect(first.rendering).toBe('hardware')
    first.app.fail('launch-failed')
    expect(first.log.lines).toEqual([
      { level: 'error', event: 'graphics-gone', fields: { reason: 'launch-failed', exitCode: -2_147_483_645 } },
    ])
    expect(first.calls.unusable).toBe(0)
    const second = start()
    expect([second.rendering, second.app.disabled]).toEqual(['hardware', 0])
  })

  it('use software from the next start on after a second failure, also over restarts of the program', () => {
    start().app.fail()
    const second = start({ at: 60_000 })
    second.app.fail()
    expect(second.calls.unusable).toBe(1)
    expect(second.log.events()).toEqual(['graphics-gone', 'graphics-unusable'])
    for (const third of [start({ at: 120_000 }), start({ at: 900_000_000 })]) {
      expect([third.rendering, third.app.disabled]).toEqual(['software', 1])
      expect(third.log.events()).toEqual(['software-rendering'])
    }
  })

  it('cause no restart when they also fail in software, and this is logged', () => {
    const { app } = start()
    app.fail()
    app.fail()
    const later = start()
    for (let failures = 0; failures < 3; failures++) later.app.fail()
    expect(later.log.events()).toEqual(['software-rendering', 'graphics-gone', 'graphics-gone', 'graphics-gone'])
    expect(later.calls.unusable).toBe(0)
  })

  it('may fail from time to time', () => {
    const { app, clock, calls } = start()
    for (let failures = 0; failures < 10; failures++) {
      clock.at += 600_001
      app.fail()
    }
    expect(calls.unusable).toBe(0)
    expect(start({ at: clock.at }).rendering).toBe('hardware')
  })

  it('are not counted as failed when their end was requested or another process ended', () => {
    const { app, log } = start()
    for (const reason of ['clean-exit', 'killed', 'memory-eviction']) app.fail(reason)
    app.fail('crashed', 'Utility')
    expect(log.events()).toEqual([])
  })

  it('cause no restart when the failure cannot be stored, because the restarts would never end', () => {
    writeFileSync(join(folder, 'no-folder'), '')
    const { app, calls, log } = start({ file: join(folder, 'no-folder', 'graphics.json') })
    app.fail()
    app.fail()
    expect(calls.unusable).toBe(0)
    expect(log.events()).toContain('graphics-gone')
  })
})
