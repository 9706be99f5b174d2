import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildIfOutdated } from './build/outdated.ts'
import { DEMO_USAGE, type DemoOptions, parseDemoOptions } from './demo/demo-options.ts'
import { provideElectronBinary } from './demo/electron-binary.ts'
import { type OpenApp, openApp } from './demo/open-app.ts'
import { chooseProgram, hasDisplay } from './demo/program.ts'
import { readArguments } from './script-arguments.ts'
import { provideSystemPrograms } from './setup/system.mjs'

/**
 * `npm run demo`: runs the app with the practice platform. With `--shot FILE` it takes a picture of the board and ends.
 * `npm run demo -- --help` prints all options.
 */

const ROOT = join(import.meta.dirname, '..')
const FIRST_ORDER_TIMEOUT_MS = 300_000

async function takePicture({ app, board }: OpenApp, file: string, { size, afterMs }: DemoOptions): Promise<void> {
  await board.setViewportSize(size)
  await board.locator('[data-order-id]').first().waitFor({ timeout: FIRST_ORDER_TIMEOUT_MS })
  await sleep(afterMs)
  await board.screenshot({ path: resolve(file) })
  await app.close()
  console.log(`A picture of the board is in ${resolve(file)}`)
}

async function runUntilClosed({ app, devToolsPort }: OpenApp): Promise<void> {
  if (devToolsPort !== undefined) {
    console.log('There is no display. To see the board, open chrome://inspect in a Chromium on this machine and')
    console.log(
      `configure the target 127.0.0.1:${devToolsPort} there; or take a picture: npm run demo -- --shot board.png`,
    )
  }
  console.log('Ctrl-C ends it.')
  await new Promise<void>((ended) => {
    app.once('close', () => ended())
  })
}

const options = readArguments(DEMO_USAGE, parseDemoOptions)
await buildIfOutdated(ROOT)
const usesElectron = !options.host && hasDisplay(process.platform, process.env)
const reason = usesElectron ? await provideElectronBinary(ROOT, process.env) : undefined
if (reason !== undefined) console.log(`The binary of Electron is not available: ${reason}`)
const program = chooseProgram(ROOT, { host: options.host, headless: options.shot !== undefined })
// Chromium is needed only when Electron's own binary is not used.
if (program.isHost) provideSystemPrograms('demo')
console.log(`Comanda runs in ${program.description}`)
const open = await openApp(ROOT, program, options)
if (options.shot === undefined) await runUntilClosed(open)
else await takePicture(open, options.shot, options)
