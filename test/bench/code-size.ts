import { gzipSync } from 'node:zlib'
import type { buildBoard } from '../fixtures/board-harness/served-board.ts'

type Built = Awaited<ReturnType<typeof buildBoard>>

const BYTES_PER_KB = 1_000

export type CodeSize = {
  /** JavaScript that a window loads before it shows its board, gzip, in kB. */
  readonly atStart: number
  /** All JavaScript, with the parts that are loaded later. */
  readonly inAll: number
}

/** Size of the built renderer's JavaScript. Each file is compressed separately. */
export function codeSizeOf(built: Built): CodeSize {
  const chunks = built.filter((one) => one.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const first = new Set<string>()
  const addImports = (name: string): void => {
    const chunk = byName.get(name)
    if (!chunk || first.has(name)) return
    first.add(name)
    for (const next of chunk.imports) addImports(next)
  }
  for (const chunk of chunks) if (chunk.isEntry) addImports(chunk.fileName)
  const compressedSize = (some: readonly { readonly code: string }[]): number =>
    some.reduce((sum, { code }) => sum + gzipSync(code).byteLength, 0) / BYTES_PER_KB
  return {
    atStart: compressedSize(chunks.filter(({ fileName }) => first.has(fileName))),
    inAll: compressedSize(chunks),
  }
}
