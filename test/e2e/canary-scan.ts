import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'

/** Searches files, memory and processes for texts that must not be there (canaries). */

/** The texts by name. A failed test reports the name, not the secret. */
export type Canaries = Readonly<Record<string, string>>

const encodings = (text: string): readonly Buffer[] => [
  Buffer.from(text, 'utf8'),
  Buffer.from(text, 'utf16le'),
  Buffer.from(Buffer.from(text, 'utf8').toString('base64').replace(/=+$/, '')),
  Buffer.from(Buffer.from(text, 'utf8').toString('hex')),
]

/** Names of the canaries that the bytes contain, in any of the encodings. */
export const foundIn = (bytes: Buffer, canaries: Canaries): readonly string[] =>
  Object.entries(canaries).flatMap(([name, text]) =>
    encodings(text).some((encoding) => bytes.includes(encoding)) ? [name] : [],
  )

/** `file: canary` for each canary in the files below a folder. */
export function foundInFiles(folder: string, canaries: Canaries): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const status = lstatSync(path)
    if (status.isDirectory()) return foundInFiles(path, canaries)
    if (!status.isFile()) return []
    return foundIn(readFileSync(path), canaries).map((canary) => `${name}: ${canary}`)
  })
}

/** Searches command lines and environments, which every process of the same user may read. */
export function foundInProcesses(pids: readonly string[], canaries: Canaries): readonly string[] {
  return pids.flatMap((pid) =>
    ['cmdline', 'environ'].flatMap((part) => {
      try {
        return foundIn(readFileSync(`/proc/${pid}/${part}`), canaries).map((canary) => `${part}: ${canary}`)
      } catch {
        return []
      }
    }),
  )
}

/**
 * A snapshot of the page's JavaScript heap. It blocks the page for seconds, so the program must not end the page
 * because of it.
 */
export async function heapOf(program: ElectronApplication, page: Page): Promise<Buffer> {
  await program.evaluate(({ BrowserWindow }) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) webContents.forcefullyCrashRenderer = () => undefined
  })
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return Buffer.from(chunks.join(''))
}
