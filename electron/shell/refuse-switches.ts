import { app, dialog } from 'electron'
import { dangerousSwitches, refusalText } from './dangerous-switches.ts'

/**
 * Whether this start was refused: an installed program with a dangerous switch says so and ends before it reads or writes
 * anything. A program under development starts with any switch.
 */
export function refuseDangerousSwitches(): boolean {
  const refused = app.isPackaged ? dangerousSwitches(process.argv.slice(1), process.platform) : []
  if (refused.length === 0) return false
  dialog.showErrorBox('Comanda', refusalText(refused, process.env.APPIMAGE !== undefined))
  app.exit(1)
  return true
}
