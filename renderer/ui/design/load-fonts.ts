import { withTimeLimit } from '../../../shared/time/time-limit.ts'

/** Reading a local file takes milliseconds. After this time the board is shown with another font. */
const MAX_WAIT_MS = 2_000

/**
 * Resolves when every font file of the style sheets is loaded or has failed, or after `MAX_WAIT_MS`. Wait for it before
 * tickets are measured: their height depends on the font. Calls `onLate` when they are loaded later. Never rejects.
 */
export async function loadFonts(fonts: FontFaceSet, onLate: () => void): Promise<void> {
  const all = Promise.allSettled([...fonts].map((font) => font.load()))
  if ((await withTimeLimit(all, MAX_WAIT_MS, () => undefined)) === undefined) void all.then(onLate)
}
