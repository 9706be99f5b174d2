/**
 * Stops the parts one after the other. When one fails, the following parts are still stopped; the first error is thrown
 * at the end.
 */
export async function stopInTurn(stops: readonly (() => unknown)[]): Promise<void> {
  const errors: unknown[] = []
  for (const stop of stops) {
    try {
      await stop()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
