import type { ItemText } from '../../shared/settings.ts'

/** The screen and the window, in CSS pixels, and the settings about them. */
export type ScreenMeasures = {
  /** The whole screen. It determines the pixels of a millimetre. */
  readonly screenWidth: number
  readonly screenHeight: number
  /** The window. */
  readonly width: number
  readonly height: number
  /** Diagonal; 0: unknown. */
  readonly screenInches: number
  readonly readingDistanceCm: number
  /** 0: as many as can be read. */
  readonly columns: number
  readonly itemText: ItemText
}

/** Sizes in CSS pixels. */
export type DesignTokens = {
  readonly pxPerMm: number
  readonly item: number
  /** Sixteen arc-minutes: for text that is not read while cooking. */
  readonly least: number
  readonly option: number
  readonly note: number
  readonly id: number
  readonly act: number
  readonly body: number
  readonly small: number
  readonly code: number
  readonly stop: number
  readonly touchPrimary: number
  readonly touch: number
  readonly touchLeast: number
  readonly gap: number
  /** Columns of the board, the rail among them. */
  readonly columns: number
  /** Height of a card in the rail. */
  readonly card: number
}

const MM_PER_INCH = 25.4
const MM_PER_CM = 10
/** A full HD screen of 21.5" and one of 1366×768 of 15.6" both have four pixels to the millimetre. */
const USUAL_PX_PER_MM = 4
/** Height of a capital of Atkinson Hyperlegible Next, in em. */
export const CAP_HEIGHT = 0.668
const ARC_MINUTE = Math.PI / 180 / 60
/** ISO 9241-3: 20 to 22 arc-minutes are preferred, 16 are the minimum. */
const LARGE_ARC_MINUTES = 20
export const MIN_ARC_MINUTES = 16
/** Standing users hit targets of 20 mm best. The minimum is 15 mm for the main button, 10 mm for other controls. */
const BEST_TOUCH_MM = 20
export const MIN_PRIMARY_MM = 15
const TOUCH_MM = 11
export const MIN_TOUCH_MM = 10
/** In a lower window (mm) the main button gets its minimum height. */
const LOW_WINDOW_MM = 230
/** Narrowest column, in em of the item text: about 23 characters of a name in bold. */
const COLUMN_EM = 11.2
const MIN_COLUMN_EM = 9
/** Rows above the tickets, in touch sizes. */
const BARS = 2.6
const SMALLEST_TEXT = 16
/** Width of the row of tabs above the tickets, in em of its text, in the language with the longest words. */
const BAR_EM = 75
/** Minimum lines of text that a ticket shows between its head and its buttons. */
const LINES_AT_ONCE = 4
const LINE_HEIGHT = 1.12
/** A card: three rows of text, with padding and border. */
const CARD_ROWS = 3
const CARD_EDGE_PX = 11

/** The largest item text with which a ticket's lines fit. On a small screen this limits the reading distance. */
export function largestFittingText(height: number, pxPerMm: number): number {
  const besideLines = BARS * TOUCH_MM * pxPerMm + 2 * MIN_PRIMARY_MM * pxPerMm + height / 7
  return Math.max(SMALLEST_TEXT, (height - besideLines) / (LINES_AT_ONCE * 1.25))
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** CSS pixels per millimetre of this screen. */
export function pxPerMmOf({ screenWidth, screenHeight, screenInches }: ScreenMeasures): number {
  if (screenInches <= 0) return USUAL_PX_PER_MM
  return clamp(Math.hypot(screenWidth, screenHeight) / (screenInches * MM_PER_INCH), 1.2, 16)
}

/** Font size in px at which capitals have this visual angle at this distance. */
export const fontFor = (arcMinutes: number, distanceCm: number, pxPerMm: number): number =>
  (2 * distanceCm * MM_PER_CM * Math.tan((arcMinutes * ARC_MINUTE) / 2) * pxPerMm) / CAP_HEIGHT

/** Distance in cm at which capitals of a font of `px` have this visual angle. */
export const readableDistance = (px: number, arcMinutes: number, pxPerMm: number): number =>
  px / fontFor(arcMinutes, 1, pxPerMm)

/**
 * Computes every size of the board. Text that is read from a distance depends on the reading distance; text and buttons of
 * headers and dialogs depend on the millimetres of the screen. When the chosen sizes do not fit, first the number of columns
 * is reduced, then the text, down to the minimum.
 */
export function tokensFor(facts: ScreenMeasures): DesignTokens {
  const pxPerMm = pxPerMmOf(facts)
  const { width, height, readingDistanceCm, itemText } = facts
  const best = fontFor(itemText === 'large' ? LARGE_ARC_MINUTES : MIN_ARC_MINUTES, readingDistanceCm, pxPerMm)
  const room = largestFittingText(height, pxPerMm)
  const least = Math.max(SMALLEST_TEXT, Math.min(room, fontFor(MIN_ARC_MINUTES, readingDistanceCm, pxPerMm)))
  const item = Math.max(SMALLEST_TEXT, clamp(Math.min(room, width / MIN_COLUMN_EM), least, Math.max(least, best)))
  const fitting = Math.max(1, Math.floor(width / ((facts.columns > 0 ? MIN_COLUMN_EM : COLUMN_EM) * item)))
  const columns = Math.min(facts.columns > 0 ? facts.columns : fitting, fitting)
  const isLow = itemText !== 'large' || height / pxPerMm < LOW_WINDOW_MM
  const touchPrimary = (isLow ? MIN_PRIMARY_MM + 1 : BEST_TOUCH_MM) * pxPerMm
  const touch = TOUCH_MM * pxPerMm
  // Words in headers and dialogs are read at arm's length. They are smaller in a narrow window.
  const body = clamp(4.3 * pxPerMm, SMALLEST_TEXT, Math.max(SMALLEST_TEXT, width / BAR_EM))
  return {
    pxPerMm,
    item,
    least,
    option: least,
    note: least,
    id: clamp(1.3 * item, body, Math.min(height / 14, width / columns / 7)),
    act: clamp(least, body, width / columns / 10),
    body,
    small: Math.max(SMALLEST_TEXT, 0.92 * body),
    code: clamp(1.8 * item, body, width / columns / 6),
    stop: clamp(1.6 * item, body, width / columns / 6),
    touchPrimary,
    touch,
    touchLeast: MIN_TOUCH_MM * pxPerMm + 1,
    gap: clamp(2.6 * pxPerMm, 6, 18),
    columns,
    // A whole number of pixels, like every height on the board.
    card: Math.ceil(Math.max(CARD_ROWS * LINE_HEIGHT * Math.max(least, SMALLEST_TEXT), touchPrimary) + CARD_EDGE_PX),
  }
}

/** The tokens as CSS custom properties. */
export function cssVariables(tokens: DesignTokens): readonly (readonly [name: string, value: string])[] {
  const px = (value: number): string => `${Math.round(value * 100) / 100}px`
  return [
    ['--mm', px(tokens.pxPerMm)],
    ['--text-item', px(tokens.item)],
    ['--text-least', px(tokens.least)],
    ['--text-option', px(tokens.option)],
    ['--text-note', px(tokens.note)],
    ['--text-id', px(tokens.id)],
    ['--text-age', px(Math.max(tokens.least, 0.62 * tokens.id))],
    ['--text-act', px(tokens.act)],
    ['--text-body', px(tokens.body)],
    ['--text-small', px(tokens.small)],
    ['--text-lane', px(1.15 * tokens.body)],
    ['--text-code', px(tokens.code)],
    ['--text-stop', px(tokens.stop)],
    ['--card-height', px(tokens.card)],
    ['--touch-primary', px(tokens.touchPrimary)],
    ['--touch', px(tokens.touch)],
    ['--touch-least', px(tokens.touchLeast)],
    ['--gap', px(tokens.gap)],
    ['--gap-small', px(0.65 * tokens.gap)],
    ['--gap-tiny', px(0.35 * tokens.gap)],
  ]
}
