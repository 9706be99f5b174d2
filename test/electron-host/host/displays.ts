import { readFileSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import type Electron from 'electron'
import type { CdpSession } from './cdp.ts'
import { createEvent, guard, guardClass, HostEmitter } from './guard.ts'

/** One display in the file of ELECTRON_HOST_DISPLAYS. Lengths are in DIP, as in Electron. */
type DisplayDescription = Readonly<{
  id: number
  label?: string
  x?: number
  y?: number
  width: number
  height: number
  scaleFactor?: number
  rotation?: 0 | 90 | 180 | 270
}>

const METRICS = ['bounds', 'workArea', 'scaleFactor', 'rotation'] as const

const displayOf = ({
  id,
  label = '',
  x = 0,
  y = 0,
  width,
  height,
  scaleFactor = 1,
  rotation = 0,
}: DisplayDescription) => {
  const bounds = { x, y, width, height }
  const described: Partial<Electron.Display> = {
    id,
    label,
    bounds,
    workArea: { ...bounds },
    size: { width, height },
    workAreaSize: { width, height },
    scaleFactor,
    rotation,
    internal: false,
    colorDepth: 24,
    touchSupport: 'unknown',
  }
  return guard('Display', described) as Electron.Display
}

/** A display as Chromium's screen: its position in DIP, its size in pixels. */
const screenOf = ({ bounds, scaleFactor, label, rotation }: Electron.Display) => ({
  left: bounds.x,
  top: bounds.y,
  width: Math.round(bounds.width * scaleFactor),
  height: Math.round(bounds.height * scaleFactor),
  devicePixelRatio: scaleFactor,
  rotation,
  label,
})

/** The common area of two rectangles, in square DIP. */
const overlap = (a: Electron.Rectangle, b: Electron.Rectangle): number => {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, across) * Math.max(0, down)
}

const readConfiguration = (): readonly DisplayDescription[] => {
  const path = process.env.ELECTRON_HOST_DISPLAYS
  if (path !== undefined) return JSON.parse(readFileSync(path, 'utf8')) as readonly DisplayDescription[]
  const [width = 1920, height = 1080] = (process.env.ELECTRON_HOST_SCREEN ?? '1920x1080').split('x').map(Number)
  return [{ id: 1, label: 'electron-host', width, height }]
}

/** A session with any page of the browser; undefined without a page. */
type AnySession = () => Promise<CdpSession> | undefined

/**
 * screen: the displays of ELECTRON_HOST_DISPLAYS, of which the first is primary, or the one of ELECTRON_HOST_SCREEN.
 * They are Chromium's own screens. A change of the file adds, removes or changes displays. The windows keep their
 * position, because not every operating system moves the windows of a removed display.
 */
export class Screen extends HostEmitter {
  #displays = readConfiguration().map(displayOf)
  readonly #chromiumIds = new Map<number, string>()
  #pendingChange: Promise<void> = Promise.resolve()

  constructor() {
    super('screen', ['display-added', 'display-removed', 'display-metrics-changed'])
  }

  /** @internal The displays as Chromium's `--screen-info` switch. */
  screenInfo(): string {
    return this.#displays
      .map(screenOf)
      .map(
        ({ left, top, width, height, devicePixelRatio, label }) =>
          `{${left},${top} ${width}x${height} devicePixelRatio=${devicePixelRatio} label='${label}'}`,
      )
      .join('')
  }
  /** @internal Applies changes of the file while the process runs. */
  watchFile(anySession: AnySession): void {
    const path = process.env.ELECTRON_HOST_DISPLAYS
    if (path === undefined) return
    // Watches the folder: a watch of the file itself would end when another file replaces it.
    watch(dirname(path), (_event, name) => {
      if (name === basename(path)) this.#pendingChange = this.#pendingChange.then(() => this.#applyFile(anySession))
    }).unref()
  }

  getPrimaryDisplay(): Electron.Display {
    const [primary] = this.#displays
    if (primary === undefined) throw new Error('electron-host: no display')
    return primary
  }
  getAllDisplays(): Electron.Display[] {
    return [...this.#displays]
  }
  getDisplayMatching(rectangle: Electron.Rectangle): Electron.Display {
    const best = this.#displays.toSorted((a, b) => overlap(b.bounds, rectangle) - overlap(a.bounds, rectangle))[0]
    return best !== undefined && overlap(best.bounds, rectangle) > 0 ? best : this.getPrimaryDisplay()
  }

  async #applyFile(anySession: AnySession): Promise<void> {
    const before = this.#displays
    const after = readConfiguration().map(displayOf)
    const session = await anySession()
    if (session === undefined) return
    await this.#readChromiumIds(session)
    const removed = before.filter(({ id }) => !after.some((other) => other.id === id))
    const added = after.filter(({ id }) => !before.some((other) => other.id === id))
    const changed = after.flatMap((display) => {
      const old = before.find(({ id }) => id === display.id)
      const metrics = old ? METRICS.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(display[name])) : []
      return metrics.length === 0 ? [] : [{ display, metrics }]
    })
    for (const { id } of removed) await session.send('Emulation.removeScreen', { screenId: this.#chromiumId(id) })
    for (const { display } of changed) {
      const { label: _label, ...metrics } = screenOf(display)
      await session.send('Emulation.updateScreen', { screenId: this.#chromiumId(display.id), ...metrics })
    }
    for (const display of added) {
      const { screenInfo } = await session.send('Emulation.addScreen', screenOf(display))
      this.#chromiumIds.set(display.id, screenInfo.id)
    }
    this.#displays = after
    for (const display of added) this.emit('display-added', createEvent({}), display)
    for (const display of removed) this.emit('display-removed', createEvent({}), display)
    for (const { display, metrics } of changed)
      this.emit('display-metrics-changed', createEvent({}), display, [...metrics])
  }
  async #readChromiumIds(session: CdpSession): Promise<void> {
    if (this.#chromiumIds.size > 0) return
    const { screenInfos } = await session.send('Emulation.getScreenInfos')
    for (const [index, { id }] of this.#displays.entries()) {
      const screenId = screenInfos[index]?.id
      if (screenId !== undefined) this.#chromiumIds.set(id, screenId)
    }
  }
  #chromiumId(id: number): string {
    const screenId = this.#chromiumIds.get(id)
    if (screenId === undefined) throw new Error(`electron-host: display ${id} is not known to Chromium`)
    return screenId
  }
}
guardClass('screen', Screen)

/** The displays of this process. */
export const screen = new Screen()
