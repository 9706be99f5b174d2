import type { App, Dialog } from 'electron'
import { dangerousSwitches, isFromStartScript, refusalText } from './dangerous-switches.ts'

export type RefusalParts = {
  readonly app: Pick<App, 'isPackaged' | 'whenReady' | 'exit'>
  readonly dialog: Pick<Dialog, 'showErrorBox'>
  readonly process: Pick<NodeJS.Process, 'argv' | 'platform' | 'env'>
}

/**
 * Refuses a start of an installed program with a dangerous switch: shows a message and ends it before it reads or
 * writes anything. True: the start was refused. A program under development starts with any switch.
 */
export function refuseDangerousSwitches({ app, dialog, process }: RefusalParts): boolean {
  const { argv, platform, env } = process
  const refused = app.isPackaged ? dangerousSwitches(argv.slice(1), platform) : []
  if (refused.length === 0) return false
  const isAppImage = env.APPIMAGE !== undefined
  const end = (): void => {
    dialog.showErrorBox('Comanda', refusalText(refused, isAppImage))
    app.exit(1)
  }
  // Before the app is ready Electron writes the message only to the terminal on Linux, and a person who opens an
  // AppImage has none. Its start script adds this switch; no other one, and no page, runs until then.
  if (platform === 'linux' && isAppImage && isFromStartScript(refused)) {
    void app.whenReady().then(end)
  } else end()
  return true
}
