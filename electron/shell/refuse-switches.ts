import { app, dialog } from 'electron'
import { dangerousSwitches, refusalText } from './dangerous-switches.ts'

/**
 * Refuses a start of an installed program with a dangerous switch: shows a message and ends it before it reads or
 * writes anything. True: the start was refused. A program under development starts with any switch.
 */
export function refuseDangerousSwitches(): boolean {
  const refused = app.isPackaged ? dangerousSwitches(process.argv.slice(1), process.platform) : []
  if (refused.length === 0) return false
  dialog.showErrorBox('Comanda', refusalText(refused, process.env.APPIMAGE !== undefined))
  app.exit(1)
  return true
}
