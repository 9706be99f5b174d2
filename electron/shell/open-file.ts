import { dialog } from 'electron'
import { openHandle } from '../files/regular-file.ts'

/**
 * Asks the user for a file and reads it as text. The page cannot choose the path. `undefined`: the user cancelled.
 * Rejects when the file is unreadable or larger than `maxBytes`.
 */
export async function openTextFile(maxBytes: number): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: [{ name: 'JSON', extensions: ['json'] }],
  })
  const [path] = filePaths
  if (canceled || path === undefined) return undefined
  const file = await openHandle(path)
  try {
    const { size } = await file.stat()
    if (size > maxBytes) throw new Error(`the file holds ${size} bytes`)
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}
