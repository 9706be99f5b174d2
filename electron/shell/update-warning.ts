import { dialog } from 'electron'
import { updateWarnings } from './update-warning-texts.ts'

/**
 * Shows that a new version draws no board, on systems where the program cannot undo the update. In all languages, since the
 * settings are part of the board. Does not wait for an answer.
 */
export function warnOfUpdate(version: string, previousVersion: string): void {
  const message = Object.values(updateWarnings(version, previousVersion)).join('\n\n')
  dialog.showMessageBox({ type: 'error', title: 'Comanda', message }).catch(() => undefined)
}
