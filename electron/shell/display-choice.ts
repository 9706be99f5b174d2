import type { Display } from 'electron'
import type { DisplayChoice } from '../../shared/computer.ts'

export type KnownDisplay = Pick<Display, 'id' | 'label' | 'bounds' | 'scaleFactor'>

/** As much as a settings file may hold of a name. */
const MOST_LABEL = 120

/**
 * What a display is remembered by: its name and its pixels, the longer side first, because ids change from one start to
 * the next and a turned display is the same one. Twins are told apart by their order from left to right.
 */
export function choicesOf(displays: readonly KnownDisplay[]): readonly DisplayChoice[] {
  const plain = displays.map(({ label, bounds, scaleFactor }) => {
    const sides = [bounds.width, bounds.height].map((side) => Math.round(side * scaleFactor))
    return { label: label.trim().slice(0, MOST_LABEL), width: Math.max(...sides), height: Math.min(...sides) }
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
 * The display that was chosen, if it is there: the same one, else one of the same name and pixels (its twin is gone), else
 * the one of its name that is in another mode.
 */
export function findDisplay<D extends KnownDisplay>(displays: readonly D[], wanted: DisplayChoice): D | undefined {
  const choices = choicesOf(displays)
  const isNamed = ({ label }: DisplayChoice): boolean => label === wanted.label
  const isLike = (one: DisplayChoice): boolean =>
    isNamed(one) && one.width === wanted.width && one.height === wanted.height
  const rules = [
    (one: DisplayChoice) => isLike(one) && one.nth === wanted.nth,
    isLike,
    // Without a name the pixels are all that is known.
    (one: DisplayChoice) => wanted.label !== '' && isNamed(one),
  ]
  for (const rule of rules) {
    const at = choices.findIndex(rule)
    if (at >= 0) return displays[at]
  }
  return undefined
}
