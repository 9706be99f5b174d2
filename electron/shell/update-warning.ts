import { dialog } from 'electron'

/**
 * Shows that a new version draws no board, on systems where the program cannot undo the update. In the three languages,
 * since the settings are part of the board. Does not wait for an answer.
 */
export function warnOfUpdate(version: string, previousVersion: string): void {
  const message = [
    `O Comanda ${version} não mostra os pedidos neste computador. Instale de novo a versão ${previousVersion}.`,
    `Comanda ${version} shows no orders on this computer. Install version ${previousVersion} again.`,
    `Comanda ${version} no muestra los pedidos en este equipo. Instale de nuevo la versión ${previousVersion}.`,
  ].join('\n\n')
  dialog.showMessageBox({ type: 'error', title: 'Comanda', message }).catch(() => undefined)
}
