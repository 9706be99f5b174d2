/** Text steps of the board, the smallest first. */
export const STEPS = ['S', 'M', 'L'] as const
export type Step = (typeof STEPS)[number]

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
}

/** Sizes of one text step, in CSS pixels. */
export type StepTokens = {
  readonly item: number
  /** No text of a ticket is smaller. */
  readonly least: number
  readonly option: number
  readonly figure: number
  readonly id: number
  /** Height of the button of the next step, and of the head around it. */
  readonly button: number
  readonly head: number
  readonly gap: number
  readonly columns: number
  readonly columnWidth: number
}

/** Sizes in CSS pixels. */
export type DesignTokens = {
  readonly pxPerMm: number
  /** Sixteen arc-minutes: no text that is read while cooking is smaller. */
  readonly least: number
  readonly touchPrimary: number
  /** Sizes of the style sheets, by the name of their custom property. */
  readonly sizes: Readonly<Record<`--${string}`, number>>
  readonly steps: Readonly<Record<Step, StepTokens>>
}

const MM_PER_INCH = 25.4
const MM_PER_CM = 10
/** A full HD screen of 21.5" and one of 1366×768 of 15.6" both have four pixels to the millimetre. */
export const USUAL_PX_PER_MM = 4
/** Height of a capital of Atkinson Hyperlegible Next, in em. */
export const CAP_HEIGHT = 0.668
const ARC_MINUTE = Math.PI / 180 / 60
/** ISO 9241-3: 20 to 22 arc-minutes are preferred, 16 are the minimum. */
export const MIN_ARC_MINUTES = 16
/** Minimum of the main button and of other controls. */
export const MIN_PRIMARY_MM = 15
const TOUCH_MM = 11
export const MIN_TOUCH_MM = 10
/** Narrowest column, in em of the item text: about 23 characters of a name in bold. */
export const COLUMN_EM = 11.4
const MIN_COLUMN_EM = 9
/** Line height in the head of a ticket: an id of digits and one short row. */
const HEAD_LINE = 1.1
/** One row, and the largest capitals of its words. */
const BAR_MM = 16
const BAR_CAPITAL_MM = 5.6
/** Text, space and button of each step: arc minutes, and millimetres. */
const STEP_SIZES = {
  S: { arcMinutes: MIN_ARC_MINUTES, gapMm: 1.6, buttonMm: MIN_PRIMARY_MM },
  M: { arcMinutes: 20, gapMm: 2.2, buttonMm: 16.5 },
  L: { arcMinutes: 26, gapMm: 2.6, buttonMm: 18 },
} as const
/** Sizes of texts in parts of the item text. */
const ID_EM = 1.34
const FIGURE_EM = 0.92
const OPTION_EM = 0.86
const LEAST_EM = 0.8
/** Space above and below the button in the head. */
const HEAD_EDGE_MM = 1.5
/** Rows above the tickets, in touch sizes. */
const BARS = 2.6
const SMALLEST_TEXT = 16
/** Space between tickets and the edge of the window, in gaps. */
export const EDGE_GAPS = 0.75
/** Width of the row of tabs above the tickets, in em of its text, in the language with the longest words. */
const BAR_EM = 75
/** Width of a row of a page, in em of its text. */
const PAGE_EM = 58
/** Minimum lines of text that a ticket shows between its head and its buttons. */
const LINES_AT_ONCE = 4

/** The largest item text with which a ticket's lines fit. On a small screen this limits the reading distance. */
export function largestFittingText(height: number, pxPerMm: number): number {
  const besideLines = BARS * TOUCH_MM * pxPerMm + 2 * MIN_PRIMARY_MM * pxPerMm + height / 7
  return Math.max(SMALLEST_TEXT, (height - besideLines) / (LINES_AT_ONCE * 1.25))
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** CSS pixels per millimetre of this screen. */
function pxPerMmOf({ screenWidth, screenHeight, screenInches }: ScreenMeasures): number {
  if (screenInches <= 0) return USUAL_PX_PER_MM
  return clamp(Math.hypot(screenWidth, screenHeight) / (screenInches * MM_PER_INCH), 1.2, 16)
}

/** Font size in px at which capitals have this visual angle at this distance. */
export const fontFor = (arcMinutes: number, distanceCm: number, pxPerMm: number): number =>
  (2 * distanceCm * MM_PER_CM * Math.tan((arcMinutes * ARC_MINUTE) / 2) * pxPerMm) / CAP_HEIGHT

/** Distance in cm at which capitals of a font of `px` have this visual angle. */
export const readableDistance = (px: number, arcMinutes: number, pxPerMm: number): number =>
  px / fontFor(arcMinutes, 1, pxPerMm)

/** The sizes of a text step. Columns have equal widths, and as many as can be read fit. */
function stepFor(step: Step, pxPerMm: number, least: number, room: number, facts: ScreenMeasures): StepTokens {
  const { arcMinutes, gapMm, buttonMm } = STEP_SIZES[step]
  const item = clamp(
    Math.min(room, facts.width / MIN_COLUMN_EM),
    least,
    Math.max(least, fontFor(arcMinutes, facts.readingDistanceCm, pxPerMm)),
  )
  // Whole pixels, so that a new ticket of the same height fits exactly in the place of a removed one.
  const gap = Math.round(clamp(gapMm * pxPerMm, 4, 24))
  const edge = EDGE_GAPS * gap
  const columns = Math.max(1, Math.floor((facts.width - 2 * edge + gap) / (COLUMN_EM * item)))
  const button = buttonMm * pxPerMm
  const figure = Math.max(least, FIGURE_EM * item)
  return {
    item,
    least: Math.max(least, LEAST_EM * item),
    option: Math.max(least, OPTION_EM * item),
    figure,
    id: ID_EM * item,
    button,
    head: Math.ceil(Math.max(button + HEAD_EDGE_MM * pxPerMm, HEAD_LINE * (ID_EM * item + figure))),
    gap,
    columns,
    columnWidth: (facts.width - 2 * edge + gap) / columns,
  }
}

/**
 * Computes every size of the board: text by the reading distance, dialogs by the millimetres of the screen. When the sizes
 * do not fit, first the number of columns is reduced, then the text, down to the minimum.
 */
export function tokensFor(facts: ScreenMeasures): DesignTokens {
  const pxPerMm = pxPerMmOf(facts)
  const { width, height, readingDistanceCm } = facts
  const room = largestFittingText(height, pxPerMm)
  const least = Math.max(
    SMALLEST_TEXT,
    Math.min(room, width / MIN_COLUMN_EM, fontFor(MIN_ARC_MINUTES, readingDistanceCm, pxPerMm)),
  )
  // Words in dialogs are read at arm's length. They are smaller in a narrow window.
  const body = clamp(4.3 * pxPerMm, SMALLEST_TEXT, Math.max(SMALLEST_TEXT, width / BAR_EM))
  // Rows of a page, read from 50 to 60 cm.
  const page = clamp(5.5 * pxPerMm, SMALLEST_TEXT, Math.max(SMALLEST_TEXT, width / PAGE_EM))
  const steps = {
    S: stepFor('S', pxPerMm, least, room, facts),
    M: stepFor('M', pxPerMm, least, room, facts),
    L: stepFor('L', pxPerMm, least, room, facts),
  }
  const { columns } = steps.S
  const touchPrimary = (MIN_PRIMARY_MM + 1) * pxPerMm
  const gap = clamp(2.6 * pxPerMm, 6, 18)
  const sizes = {
    '--mm': pxPerMm,
    '--text-least': least,
    '--text-id': clamp(1.3 * least, body, Math.min(height / 14, width / columns / 7)),
    '--text-act': clamp(least, body, width / columns / 10),
    '--text-body': body,
    '--text-small': Math.max(SMALLEST_TEXT, 0.92 * body),
    '--text-page': page,
    '--text-help': Math.max(SMALLEST_TEXT, 0.82 * page),
    '--text-lane': 1.15 * body,
    '--text-code': clamp(1.8 * least, body, width / columns / 6),
    '--touch-primary': touchPrimary,
    '--touch': TOUCH_MM * pxPerMm,
    '--touch-least': MIN_TOUCH_MM * pxPerMm + 1,
    '--gap': gap,
    '--gap-small': 0.65 * gap,
    '--gap-tiny': 0.35 * gap,
    // Words of the header, and its height.
    '--text-bar': Math.min(least, (BAR_CAPITAL_MM * pxPerMm) / CAP_HEIGHT),
    '--bar-height': Math.round(BAR_MM * pxPerMm),
  }
  return { pxPerMm, least, touchPrimary, sizes, steps }
}

/** The tokens as CSS custom properties. Those of a text step end with its letter. */
export function cssVariables({ sizes, steps }: DesignTokens): readonly (readonly [name: string, value: string])[] {
  const ofSteps = STEPS.flatMap((step) => {
    const { columnWidth, columns, ...own } = steps[step]
    return Object.entries({ ...own, width: columnWidth - own.gap }).map(
      ([name, px]) => [`--${name}-${step}`, px] as const,
    )
  })
  return [...Object.entries(sizes), ...ofSteps].map(([name, px]) => [name, `${Math.round(px * 100) / 100}px`])
}
