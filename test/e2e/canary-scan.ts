import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'

/** Looks for texts that must not be there, in every place where a program leaves some. */

/** A name for each text, so that a failed test does not repeat a secret. */
export type Canaries = Readonly<Record<string, string>>

const spellings = (text: string): readonly Buffer[] => [
  Buffer.from(text, 'utf8'),
  Buffer.from(text, 'utf16le'),
  Buffer.from(Buffer.from(text, 'utf8').toString('base64').replace(/=+$/, '')),
  Buffer.from(Buffer.from(text, 'utf8').toString('hex')),
]

/** Names of the canaries that are in the bytes, in whatever spelling. */
export const foundIn = (bytes: Buffer, canaries: Canaries): readonly string[] =>
  Object.entries(canaries).flatMap(([name, text]) =>
    spellings(text).some((spelling) => bytes.includes(spelling)) ? [name] : [],
  )

/** `file: canary` for each one found below a folder. */
export function foundInFiles(folder: string, canaries: Canaries): readonly string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const status = lstatSync(path)
    if (status.isDirectory()) return foundInFiles(path, canaries)
    if (!status.isFile()) return []
    return foundIn(readFileSync(path), canaries).map((canary) => `${name}: ${canary}`)
  })
}

const parentOf = (pid: string): string | undefined => {
  try {
    // The name in brackets may hold anything; the parent is the second field after it.
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1]
  } catch {
    return undefined
  }
}

/** A process and everything that it started. */
export function familyOf(pid: number): readonly string[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((each) => [each, parentOf(each)]),
  )
  const family = new Set([String(pid)])
  for (let size = 0; size < family.size; ) {
    size = family.size
    for (const [each, parent] of parents) if (parent !== undefined && family.has(parent)) family.add(each)
  }
  return [...family]
}

/** What any local process of the same user may read of others: command lines and environments. */
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
 * Everything that the page's own engine holds. The snapshot holds the page up for seconds, and the program would end it as a
 * page that hangs.
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
