import type { WebContentsView, WebPreferences } from 'electron'
import { describe, expect, it } from 'vitest'
import { type CoveredWindow, createBoardCover } from '../../../electron/shell/board-cover.ts'
import { createRecordingLog, preventable, StrictEmitter } from './fakes.ts'
import { STRICT_PREFERENCES } from './strict-preferences.ts'

const LIST = 'app://comanda/cover.html'
const AT_REST = 'app://comanda/cover-at-rest.html'

class FakeContents extends StrictEmitter {
  readonly steps: string[] = []
  #loading: PromiseWithResolvers<void> | undefined
  isClosed = false
  hasFocus = false
  isDestroyed = () => this.isClosed
  isFocused = () => this.hasFocus
  setAudioMuted = (isMuted: boolean) => void this.steps.push(isMuted ? 'muted' : 'audible')
  loadURL = (address: string) => {
    this.steps.push(address)
    this.#loading?.reject(new Error('ERR_ABORTED'))
    this.#loading = Promise.withResolvers<void>()
    return this.#loading.promise
  }
  answer = async (): Promise<void> => {
    this.#loading?.resolve()
    await this.#loading?.promise
  }
  refuse = async (): Promise<void> => {
    this.#loading?.reject(new Error('ERR_FAILED'))
    await this.#loading?.promise.catch(() => undefined)
  }
  close = () => {
    this.isClosed = true
  }
}
class FakeView {
  readonly webContents = new FakeContents()
  isVisible = true
  bounds: object = {}
  setVisible = (isVisible: boolean) => {
    this.isVisible = isVisible
  }
  setBackgroundColor = () => undefined
  setBounds = (bounds: object) => {
    this.bounds = bounds
  }
}
class FakeWindow extends StrictEmitter {
  size = { x: 40, y: 30, width: 1920, height: 1080 }
  visible = true
  minimized = false
  destroyed = false
  focused = 0
  readonly views: unknown[] = []
  readonly contentView = {
    addChildView: (view: unknown) => void this.views.push(view),
    removeChildView: (view: unknown) => void this.views.splice(this.views.indexOf(view), 1),
  }
  readonly webContents = Object.assign(new StrictEmitter(), {
    focus: () => {
      this.focused += 1
    },
  })
  isVisible = () => this.visible
  isMinimized = () => this.minimized
  isDestroyed = () => this.destroyed
  getContentBounds = () => this.size
}

function covered(now: () => number = () => performance.now()) {
  const window = new FakeWindow()
  const log = createRecordingLog()
  const views: FakeView[] = []
  const preferences: WebPreferences[] = []
  const cover = createBoardCover({
    window: window as unknown as CoveredWindow,
    createView: (given) => {
      preferences.push(given)
      const view = new FakeView()
      views.push(view)
      return view as unknown as WebContentsView
    },
    log,
    now,
  })
  const view = (): FakeView => {
    const last = views.at(-1)
    if (last === undefined) throw new Error('no view')
    return last
  }
  const load = (): Promise<void> => view().webContents.answer()
  const key = () => {
    const event = preventable({})
    window.webContents.emit('before-input-event', event)
    return event.prevented
  }
  return { window, log, views, preferences, cover, view, load, key }
}

describe('the cover of the board', () => {
  it('has every preference stated, a session of its own, no preload script, and no focus', () => {
    const { cover, preferences } = covered()
    cover.startProcess()
    expect(preferences).toEqual([
      {
        partition: 'cover',
        ...STRICT_PREFERENCES,
        autoplayPolicy: 'no-user-gesture-required',
        focusOnNavigation: false,
      },
    ])
  })

  it('loads the list hidden and without sound, in the running process', async () => {
    const { cover, view, views, load, log, key } = covered()
    cover.startProcess()
    cover.startProcess()
    await load()
    cover.prepare()
    cover.prepare()
    await load()
    expect([views.length, view().isVisible, key()]).toEqual([1, false, false])
    expect(view().webContents.steps).toEqual(['muted', AT_REST, LIST])
    cover.remove()
    expect(view().webContents.steps.slice(3)).toEqual(['muted', AT_REST])
    expect(log.events()).toEqual([])
  })

  it('is shown over the whole window after the list is loaded, has sound, and takes keys from the board', async () => {
    const { cover, view, load, window, log, key } = covered()
    cover.startProcess()
    await load()
    cover.show()
    expect(view().isVisible).toBe(false)
    await load()
    expect([view().isVisible, view().bounds]).toEqual([true, { x: 0, y: 0, width: 1920, height: 1080 }])
    expect(view().webContents.steps.at(-1)).toBe('audible')
    expect(key()).toBe(true)
    cover.remove()
    expect([view().isVisible, key(), window.focused]).toEqual([false, false, 0])
    expect(view().webContents.steps.slice(-2)).toEqual(['muted', AT_REST])
    expect(log.events()).toEqual(['screen-covered', 'screen-uncovered'])
  })

  it('is not shown in a hidden or minimized window, and is shown when the window is visible', async () => {
    const { cover, view, load, window } = covered()
    window.visible = false
    cover.show()
    await load()
    window.visible = true
    window.minimized = true
    cover.show()
    expect(view().isVisible).toBe(false)
    window.minimized = false
    cover.show()
    expect(view().isVisible).toBe(true)
  })

  it('is loaded again a minute after its process ended', async () => {
    let later = 0
    const { cover, view, views, load, window, log } = covered(() => later)
    cover.show()
    await load()
    view().webContents.emit('render-process-gone')
    cover.show()
    cover.startProcess()
    expect([views.length, window.views]).toEqual([1, []])
    expect(log.events()).toEqual(['screen-covered', 'cover-failed', 'screen-uncovered'])
    later = 60_000
    cover.startProcess()
    expect(views.length).toBe(2)
  })

  it('is removed when its page cannot be loaded', async () => {
    const { cover, view, log } = covered()
    cover.show()
    await view().webContents.refuse()
    expect([view().webContents.isClosed, log.events()]).toEqual([true, ['cover-failed']])
  })
})
