import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, dialog, Notification, shell } from 'electron'
import { openHandle, withFile } from '../files/regular-file.ts'
import { textOf } from '../listening/body-text.ts'

/**
 * Asks the user for a file and reads it as text. The page cannot choose the path. `undefined`: the user cancelled.
 * Rejects when the file is unreadable or larger than `maxBytes`.
 */
export async function openTextFile(
  maxBytes: number,
  extensions: readonly string[] = ['json'],
): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    properties: ['openFile'],
    filters: extensions.map((extension) => ({ name: extension.toUpperCase(), extensions: [extension] })),
  })
  const [path] = filePaths
  if (canceled || path === undefined) return undefined
  return withFile(openHandle(path), async (file) => {
    const { size } = await file.stat()
    if (size > maxBytes) throw new Error(`the file holds ${size} bytes`)
    return textOf(await file.readFile())
  })
}

/** Readable by the user of this machine only. */
const OWNER_ONLY = 0o600

/**
 * Asks the user where to save, and saves. The page neither chooses nor learns the path. False: the user cancelled.
 * Rejects when the file cannot be written.
 */
export async function saveTextFile(suggestedName: string, text: string): Promise<boolean> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    defaultPath: join(app.getPath('documents'), suggestedName),
  })
  if (canceled || filePath === '') return false
  await writeFile(filePath, text, { mode: OWNER_ONLY })
  return true
}

/** Beep and notification of the desktop, for the time in which no window can ring. */
export const attention = {
  beep: (): void => shell.beep(),
  notify: ({ title, body }: { readonly title: string; readonly body: string }): void => {
    if (Notification.isSupported()) new Notification({ title, body, urgency: 'critical' }).show()
  },
}
