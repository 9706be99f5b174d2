import type { Display } from 'electron'
import type { DisplayChoice } from '../../shared/computer.ts'

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
