import { isDeepStrictEqual } from 'node:util'
import type { BrowserWindow, Display, PowerMonitor, PowerSaveBlocker, Rectangle, Screen } from 'electron'
import type { DisplayChoice } from '../../shared/contract/computer.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { Log } from '../logging/log-port.ts'

/** Displays change in bursts, and the system itself moves windows meanwhile. */
const PLACE_DELAY_MS = 500

export type PlacedWindow = Pick<BrowserWindow, 'getBounds' | 'setBounds' | 'setKiosk' | 'isKiosk'>

export interface BoardDisplay {
  /** Starts following the displays. Call when the app is ready. */
  follow(): void
  choose(choice: DisplayChoice | undefined): void
  setFullScreen(isWanted: boolean): void
  /** Where a window is to be opened. */
  openingPlace(): {
    readonly bounds?: Rectangle
    readonly kiosk: boolean
  }
  choices(): readonly DisplayChoice[]
}

const isSame = (a: Rectangle, b: Rectangle): boolean =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height

/** Whether the middle of a window lies on the display. */
const containsMiddle = ({ bounds }: Display, { x, y, width, height }: Rectangle): boolean => {
  const [across, down] = [x + width / 2 - bounds.x, y + height / 2 - bounds.y]
  return across >= 0 && across < bounds.width && down >= 0 && down < bounds.height
}

/**
 * Keeps the board on the chosen display, or on an existing one. After a change of displays the system may leave a window
 * outside of all, or with the size of a display before it was turned.
 */
export function createBoardDisplay(parts: {
  /** `Screen` of Electron, once the app is ready. */
  readonly screen: () => Pick<Screen, 'getAllDisplays' | 'getPrimaryDisplay' | 'on'>
  /** The board's window, while there is one. */
  readonly window: () => PlacedWindow | undefined
  readonly log: Log
}): BoardDisplay {
  const { screen, window, log } = parts
  let chosen: DisplayChoice | undefined
  let isFullScreen = false
  let timer: NodeJS.Timeout | undefined
  let lastState = ''

  const wanted = (): Display | undefined => chosen && findDisplay(screen().getAllDisplays(), chosen)

  /** When the chosen display is absent: the display of the window, else the primary one. */
  const target = (at: Rectangle): Display => {
    const displays = screen().getAllDisplays()
    return wanted() ?? displays.find((display) => containsMiddle(display, at)) ?? screen().getPrimaryDisplay()
  }

  const placeBoard = (): void => {
    const board = window()
    if (board === undefined) return
    const at = board.getBounds()
    const display = target(at)
    const isThere = isFullScreen
      ? board.isKiosk() && isSame(at, display.bounds)
      : !board.isKiosk() && containsMiddle(display, at)
    if (isThere) return
    // Once for each state of the displays: a system that enforces other bounds is not asked repeatedly.
    const state = JSON.stringify([isFullScreen, display.id, screen().getAllDisplays().map(geometry)])
    if (state === lastState) return
    lastState = state
    log.info('board-placed', {
      state: isFullScreen ? 'full-screen' : 'window',
      count: screen().getAllDisplays().length,
    })
    const mustMove = !containsMiddle(display, at) || (isFullScreen && board.isKiosk())
    // A full-screen window is moved to another display only through its normal state.
    if (board.isKiosk()) board.setKiosk(false)
    if (mustMove) board.setBounds(isFullScreen ? display.bounds : display.workArea)
    if (isFullScreen) board.setKiosk(true)
  }

  const placeSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(placeBoard, PLACE_DELAY_MS)
  }
  const placeAgain = (): void => {
    lastState = ''
    placeBoard()
  }

  return {
    follow() {
      const displays = screen()
      displays.on('display-added', placeSoon)
      displays.on('display-removed', placeSoon)
      displays.on('display-metrics-changed', placeSoon)
    },
    choose(choice) {
      chosen = choice
      placeAgain()
    },
    setFullScreen(isWanted) {
      isFullScreen = isWanted
      placeAgain()
    },
    openingPlace() {
      const display = wanted()
      if (display === undefined) return { kiosk: isFullScreen }
      return { bounds: isFullScreen ? display.bounds : display.workArea, kiosk: isFullScreen }
    },
    choices: () => choicesOf(screen().getAllDisplays()),
  }
}

const geometry = ({ id, bounds, scaleFactor, rotation }: Display) => [id, bounds, scaleFactor, rotation]

export type KnownDisplay = Pick<Display, 'id' | 'label' | 'bounds' | 'scaleFactor'>

/** Most characters of a name in the settings file. */
const MAX_LABEL = 120

/**
 * Identifies displays by name and pixels, the longer side first: ids change from one start to the next, and a turned
 * display is the same one. Equal displays are numbered from left to right.
 */
export function choicesOf(displays: readonly KnownDisplay[]): readonly DisplayChoice[] {
  const plain = displays.map(({ label, bounds, scaleFactor }) => {
    const sides = [bounds.width, bounds.height].map((side) => Math.round(side * scaleFactor))
    return { label: label.trim().slice(0, MAX_LABEL), width: Math.max(...sides), height: Math.min(...sides) }
  })
  return plain.map((one, index) => {
    const isTwin = (other: number): boolean => JSON.stringify(plain[other]) === JSON.stringify(one)
    const before = displays.filter((other, at) => at !== index && isTwin(at) && isBefore(other, displays[index]))
    return { ...one, nth: before.length }
  })
}

const isBefore = (one: KnownDisplay, other: KnownDisplay | undefined): boolean =>
  other !== undefined && (one.bounds.x - other.bounds.x || one.bounds.y - other.bounds.y || one.id - other.id) < 0

/**
 * The chosen display if it is present: the same one, otherwise one with the same name and pixels (an equal display was
 * disconnected), otherwise one with the same name in another mode.
 */
export function findDisplay<D extends KnownDisplay>(displays: readonly D[], wanted: DisplayChoice): D | undefined {
  const choices = choicesOf(displays)
  const isNamed = ({ label }: DisplayChoice): boolean => label === wanted.label
  const isLike = (one: DisplayChoice): boolean =>
    isNamed(one) && one.width === wanted.width && one.height === wanted.height
  const rules = [
    (one: DisplayChoice) => isLike(one) && one.nth === wanted.nth,
    isLike,
    // Without a name only the pixels identify it.
    (one: DisplayChoice) => wanted.label !== '' && isNamed(one),
  ]
  for (const rule of rules) {
    const at = choices.findIndex(rule)
    if (at >= 0) return displays[at]
  }
  return undefined
}

/** Keeps the display on for as long as the program runs (the system ends the block with the process). */
export function preventDisplaySleep(parts: {
  readonly blocker: Pick<PowerSaveBlocker, 'start'>
  readonly monitor: Pick<PowerMonitor, 'on'>
  /** After sleep the board is old: poll at once instead of at the next interval. */
  readonly onResume: () => void
}): void {
  const { blocker, monitor, onResume } = parts
  blocker.start('prevent-display-sleep')
  monitor.on('resume', onResume)
}

type DisplaySettings = Pick<Settings, 'fullScreen' | 'display'>

/** Applies the settings to the window and its display, now and at each change. */
export function followDisplaySettings(
  settings: { now(): DisplaySettings; onChange(listener: (settings: DisplaySettings) => void): void },
  boardDisplay: Pick<BoardDisplay, 'choose' | 'setFullScreen'>,
): void {
  let applied = settings.now()
  boardDisplay.choose(applied.display)
  boardDisplay.setFullScreen(applied.fullScreen)
  settings.onChange((next) => {
    const before = applied
    applied = next
    if (!isDeepStrictEqual(next.display, before.display)) boardDisplay.choose(next.display)
    if (next.fullScreen !== before.fullScreen) boardDisplay.setFullScreen(next.fullScreen)
  })
}
