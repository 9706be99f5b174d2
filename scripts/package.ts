import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build, type Configuration, DIR_TARGET, Platform } from 'electron-builder'
import { buildIfOutdated } from './build/outdated.ts'
import { composeNotices } from './notices/compose-notices.ts'
import { checkFeed } from './package/feed-configuration.ts'
import { composeSbom } from './package/sbom.ts'
import { appSize, BUDGET_BYTES, checkSize, sizeLine } from './package/size.ts'
import { readArguments } from './script-arguments.ts'

/**
 * `npm run package` makes this system's installers around Electron's own binary. `npm run package:dir` needs no download: it
 * packs around the Electron host. Both write the bill of materials, and fail over budget, with old notices or without a
 * feed's key.
 */

const ROOT = join(import.meta.dirname, '..')
const CONFIGURATION = 'electron-builder.yml'
/** `directories.output` of that file. */
const OUTPUT = 'dist'
const NOTICES = 'THIRD_PARTY_NOTICES.txt'
const SBOM = 'comanda.cdx.json'

const USAGE = `npm run package [-- OPTIONS]
  --dir            packs a folder around the Electron host (npm run package:dir)
  --output FOLDER  folder of the result; without it ${OUTPUT}`

const values = readArguments(
  USAGE,
  (args) =>
    parseArgs({
      args: [...args],
      options: { dir: { type: 'boolean', default: false }, output: { type: 'string', default: OUTPUT } },
    }).values,
)

/** Packs the Electron host. The host is a script, so it has no fuses. */
const HOST_PACKAGE: Configuration = { electronDist: 'packages/electron-host', electronFuses: null }

await buildIfOutdated(ROOT)
if (readFileSync(join(ROOT, NOTICES), 'utf8') !== composeNotices(ROOT)) {
  throw new Error(`${NOTICES} is out of date: run "npm run notices"`)
}
const sbom = composeSbom(ROOT)
const files = await build({
  projectDir: ROOT,
  publish: 'never',
  config: {
    extends: CONFIGURATION,
    ...(values.dir && HOST_PACKAGE),
    directories: { output: values.output },
    // The check runs before the installers are made.
    afterPack: ({ packager, appOutDir }) => {
      checkFeed(packager.config)
      const size = appSize(packager.getResourcesDir(appOutDir))
      console.log(sizeLine(size, BUDGET_BYTES))
      checkSize(size, BUDGET_BYTES)
    },
  },
  ...(values.dir && { targets: Platform.current().createTarget(DIR_TARGET) }),
})
const sbomFile = resolve(ROOT, values.output, SBOM)
writeFileSync(sbomFile, `${JSON.stringify(sbom, null, 2)}\n`)
for (const file of [...files, sbomFile]) console.log(file)
