/** A flash is lit for this time, and dark for the same time. */
const HALF_MS = 500
/** With more of them the window would be busy while it is idle. */
const MOST_AT_ONCE = 8

const flashing = new Set<HTMLElement>()
let timer: ReturnType<typeof setInterval> | undefined
let isLit = false

/**
 * Lets a ticket flash once a second, together with the others. An animation of the browser arranges the layers anew where it
 * begins, which takes longer than an answer to a tap.
 * @returns ends it
 */
export function flash(element: HTMLElement): () => void {
  flashing.add(element)
  timer ??= setInterval(() => {
    isLit = !isLit
    for (const [index, { dataset }] of [...flashing].entries()) dataset.lit = String(isLit && index < MOST_AT_ONCE)
  }, HALF_MS)
  return () => {
    flashing.delete(element)
    if (flashing.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
