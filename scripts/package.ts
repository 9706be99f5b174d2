import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build, type Configuration, DIR_TARGET, Platform } from 'electron-builder'
import { buildIfOutdated } from './build/outdated.ts'

/**
 * `npm run package` makes this system's installers around Electron's own binary, which electron-builder downloads.
 * `npm run package:dir` needs no download: it packs the same archive into a folder around the Electron host.
 */

const ROOT = join(import.meta.dirname, '..')
const CONFIGURATION = 'electron-builder.yml'

const { values } = parseArgs({ options: { dir: { type: 'boolean', default: false }, output: { type: 'string' } } })

/** The host is a script: it has no fuses that could be set. */
const AROUND_THE_HOST: Configuration = { electronDist: 'test/electron-host', electronFuses: null }

buildIfOutdated(ROOT)
const files = await build({
  projectDir: ROOT,
  publish: 'never',
  config: {
    extends: CONFIGURATION,
    ...(values.dir && AROUND_THE_HOST),
    ...(values.output !== undefined && { directories: { output: values.output } }),
  },
  ...(values.dir && { targets: Platform.current().createTarget(DIR_TARGET) }),
})
for (const file of files) console.log(file)
