import type Electron from 'electron'
import { guard, guardClass, HostEmitter } from './guard.ts'

const [width = 1920, height = 1080] = (process.env.ELECTRON_HOST_SCREEN ?? '1920x1080').split('x').map(Number)
const bounds = { x: 0, y: 0, width, height }
const described: Partial<Electron.Display> = {
  id: 1,
  label: 'electron-host',
  bounds,
  workArea: bounds,
  size: { width, height },
  workAreaSize: { width, height },
  scaleFactor: 1,
  rotation: 0,
  internal: false,
  colorDepth: 24,
  touchSupport: 'unknown',
}
const display = guard('Display', described) as Electron.Display

/** screen: the one display of ELECTRON_HOST_SCREEN, which is Chromium's own screen. */
export class Screen extends HostEmitter {
  constructor() {
    super('screen', ['display-added', 'display-removed', 'display-metrics-changed'])
  }

  /** @internal The display as Chromium's `--screen-info` switch. */
  screenInfo(): string {
    return `{0,0 ${width}x${height} devicePixelRatio=1 label='electron-host'}`
  }
  getPrimaryDisplay(): Electron.Display {
    return display
  }
  getAllDisplays(): Electron.Display[] {
    return [display]
  }
  getDisplayMatching(_rectangle: Electron.Rectangle): Electron.Display {
    return display
  }
}
guardClass('screen', Screen)

/** The displays of this process. */
export const screen = new Screen()
