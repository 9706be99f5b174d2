import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, dialog } from 'electron'

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
