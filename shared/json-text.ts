/**
 * The value of a JSON text of this program's own: a setting, a fact, a file. `undefined`: not JSON. For what comes over
 * the network see `json-body.ts`, which keeps long integers and leaves out `__proto__`.
 */
export function parseJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
