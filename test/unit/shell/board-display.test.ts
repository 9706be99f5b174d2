import type { Display, Rectangle, Screen } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createBoardDisplay,
  followDisplaySettings,
  type PlacedWindow,
  preventDisplaySleep,
} from '../../../electron/shell/board-display.ts'
import { createRecordingLog, StrictEmitter } from './fakes.ts'

/** The members that the code uses. */
const display = (id: number, label: string, bounds: Rectangle, scaleFactor = 1): Display =>
  ({ id, label, bounds, workArea: { ...bounds, height: bounds.height - 40 }, scaleFactor, rotation: 0 }) as Display

const TOUCH = display(1, 'Touch', { x: 0, y: 0, width: 1366, height: 768 })
const DELL = display(2, 'Dell', { x: 1366, y: 0, width: 1920, height: 1080 })
const DELL_CHOICE = { label: 'Dell', width: 1920, height: 1080, nth: 0 }

class FakeScreen extends StrictEmitter {
  displays: readonly Display[] = [TOUCH, DELL]
  getAllDisplays = () => [...this.displays]
  getPrimaryDisplay = () => this.displays[0] ?? TOUCH
}

/** A window that the system never moves: only the program moves it. */
function setUp(options: { readonly refuses?: boolean } = {}) {
  const screen = new FakeScreen()
  const calls: unknown[] = []
  let bounds: Rectangle = { x: 0, y: 0, width: 1366, height: 700 }
  let covered: Rectangle | undefined
  const on = (): Display =>
    screen.displays.find(({ bounds: area }) => bounds.x >= area.x && bounds.x < area.x + area.width) ?? TOUCH
  const window: PlacedWindow = {
    getBounds: () => covered ?? bounds,
    setBounds: (next) => {
      calls.push(['bounds', next])
      if (!options.refuses) bounds = { ...bounds, ...next }
    },
    setKiosk: (flag) => {
      calls.push(['kiosk', flag])
      covered = flag ? on().bounds : undefined
    },
    isKiosk: () => covered !== undefined,
  }
  const log = createRecordingLog()
  const board = createBoardDisplay({ screen: () => screen as unknown as Screen, window: () => window, log })
  board.follow()
  return {
    ...board,
    calls,
    window,
    /** Removes the second display for some milliseconds. */
    blink(ms: number) {
      screen.displays = [TOUCH]
      screen.emit('display-removed', {})
      vi.advanceTimersByTime(ms / 2)
      screen.emit('display-metrics-changed', {})
      vi.advanceTimersByTime(ms / 2)
      // A wait that began at the first event would have ended by now.
      vi.advanceTimersByTime(150)
      screen.displays = [TOUCH, DELL]
      screen.emit('display-added', {})
      vi.advanceTimersByTime(500)
    },
    plug(...displays: readonly Display[]) {
      screen.displays = displays
      for (const event of ['display-removed', 'display-added', 'display-metrics-changed']) screen.emit(event, {})
      vi.advanceTimersByTime(500)
    },
  }
}

describe('the board', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('stays where the system placed it until a display is chosen', () => {
    const { plug, calls, openingPlace } = setUp()
    expect(openingPlace()).toEqual({ kiosk: false })
    plug(TOUCH)
    plug(TOUCH, DELL)
    expect(calls).toEqual([])
  })

  it('moves to the chosen display, and fills the area without the task bar', () => {
    const { choose, calls, openingPlace } = setUp()
    choose(DELL_CHOICE)
    expect(calls).toEqual([['bounds', DELL.workArea]])
    expect(openingPlace()).toEqual({ bounds: DELL.workArea, kiosk: false })
  })

  it('covers the chosen display, and opens there', () => {
    const { choose, setFullScreen, calls, openingPlace } = setUp()
    choose(DELL_CHOICE)
    setFullScreen(true)
    expect(calls.at(-1)).toEqual(['kiosk', true])
    expect(openingPlace()).toEqual({ bounds: DELL.bounds, kiosk: true })
  })

  it('covers the remaining display when the chosen one is removed, and returns with it', () => {
    const { choose, setFullScreen, plug, window, calls } = setUp()
    choose(DELL_CHOICE)
    setFullScreen(true)
    calls.splice(0)
    plug(TOUCH)
    expect([window.isKiosk(), window.getBounds()]).toEqual([true, TOUCH.bounds])
    expect(calls).toEqual([
      ['kiosk', false],
      ['bounds', TOUCH.bounds],
      ['kiosk', true],
    ])
    // A new id, as after a start of the system.
    plug(TOUCH, { ...DELL, id: 99 })
    expect([window.isKiosk(), window.getBounds()]).toEqual([true, DELL.bounds])
  })

  it('covers a display again after it was rotated or scaled', () => {
    const { setFullScreen, plug, window } = setUp()
    setFullScreen(true)
    for (const bounds of [
      { x: 0, y: 0, width: 768, height: 1366 },
      { x: 0, y: 0, width: 683, height: 384 },
    ]) {
      plug(display(1, 'Touch', bounds))
      expect([window.isKiosk(), window.getBounds()]).toEqual([true, bounds])
    }
  })

  it('does not move a window in full screen', () => {
    const { choose, setFullScreen, window, calls } = setUp()
    choose(DELL_CHOICE)
    setFullScreen(true)
    calls.splice(0)
    setFullScreen(false)
    expect(calls).toEqual([['kiosk', false]])
    expect(window.getBounds()).toEqual(DELL.workArea)
  })

  it('sets its bounds once for each state of the displays, even if the system moves the window', () => {
    const { choose, plug, calls } = setUp({ refuses: true })
    choose(DELL_CHOICE)
    plug(TOUCH, DELL)
    plug(TOUCH, DELL)
    expect(calls).toHaveLength(1)
    plug(TOUCH, { ...DELL, rotation: 90 })
    expect(calls).toHaveLength(2)
  })

  it('does not move when the chosen display is absent for a short time, for example when it sleeps', () => {
    const { choose, blink, calls } = setUp()
    choose(DELL_CHOICE)
    calls.splice(0)
    blink(400)
    expect(calls).toEqual([])
  })
})

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

it('display and full screen are applied at once, and each change of a setting is applied once', () => {
  const dell = () => ({ label: 'Dell', width: 1920, height: 1080, nth: 0 })
  const said: unknown[] = []
  let change: Parameters<Parameters<typeof followDisplaySettings>[0]['onChange']>[0] = () => undefined
  followDisplaySettings(
    {
      now: () => ({ fullScreen: true, display: dell() }),
      onChange: (listener) => {
        change = listener
      },
    },
    {
      choose: (choice) => said.push(['display', choice?.label]),
      setFullScreen: (isWanted) => said.push(['full screen', isWanted]),
    },
  )
  change({ fullScreen: true, display: dell() })
  change({ fullScreen: false, display: dell() })
  change({ fullScreen: false })
  expect(said).toEqual([
    ['display', 'Dell'],
    ['full screen', true],
    ['full screen', false],
    ['display', undefined],
  ])
})
