import { app, dialog } from 'electron'
import { dangerousSwitches } from './dangerous-switches.ts'

/**
 * Whether this start was refused: an installed program with a dangerous switch says so and ends before it reads or writes
 * anything. A program under development starts with any switch.
 */
export function refuseDangerousSwitches(): boolean {
  const refused = app.isPackaged ? dangerousSwitches(process.argv.slice(1), process.platform) : []
  if (refused.length === 0) return false
  const names = refused.map((name) => `--${name}`).join(', ')
  dialog.showErrorBox('Comanda', `${names}\n\nComanda não inicia assim. · does not start like this. · no inicia así.`)
  app.exit(1)
  return true
}
