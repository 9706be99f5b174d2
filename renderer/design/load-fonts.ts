import { withTimeLimit } from '../../shared/time-limit.ts'

/** A local file takes milliseconds. A board in the wrong font is better than none. */
const LONGEST_WAIT_MS = 2_000

/**
 * Resolves when every font file of the style sheets is loaded, or cannot be loaded, or after LONGEST_WAIT_MS. A ticket
 * that is measured before has another height afterwards. Never rejects.
 */
export async function loadFonts(fonts: FontFaceSet): Promise<void> {
  const all = Promise.allSettled([...fonts].map((font) => font.load()))
  await withTimeLimit(all, LONGEST_WAIT_MS, () => undefined)
}
