/** A flash is lit for this time, and dark for the same time. */
const HALF_MS = 500

const flashing = new Set<HTMLElement>()
let timer: ReturnType<typeof setInterval> | undefined
let isLit = false

/**
 * Lets a ticket flash once a second, all of them at the same time. No animation of the browser: where one begins or ends, the
 * browser arranges the layers of the page anew, which takes longer than the rest of an answer to a tap.
 * @returns ends it
 */
export function flash(element: HTMLElement): () => void {
  flashing.add(element)
  timer ??= setInterval(() => {
    isLit = !isLit
    for (const { dataset } of flashing) dataset.lit = String(isLit)
  }, HALF_MS)
  return () => {
    flashing.delete(element)
    if (flashing.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
