/**
 * The body as text, or `undefined` once it has passed `maxBytes`: the rest is not read. Rejects when the stream breaks.
 * @param onChunk called with each piece that arrives
 */
export async function readCapped(
  response: Response,
  maxBytes: number,
  onChunk: () => void,
): Promise<string | undefined> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    onChunk()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      // Not awaited: the cancellation of a stream that does not end may not end either.
      reader.cancel().catch(() => undefined)
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}
