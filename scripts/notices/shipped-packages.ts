import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { PACKAGE_LIST } from './bundled-packages.ts'

/** An npm package whose code, fonts or pictures are in the product's package. */
export type ShippedPackage = {
  /** Path from the root of the project. */
  readonly folder: string
  /** Name in its own manifest, because the folder of an alias has another name. */
  readonly name: string
  readonly version: string
  readonly licence: string | undefined
}

const BUNDLES = ['main', 'preload', 'renderer']

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

const listSchema = z.array(z.string())
const productSchema = z.object({ dependencies: z.record(z.string(), z.string()).default({}) })
const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional().catch(undefined),
})

/** Folders of the packages in the built bundles, and of those that are shipped unbundled. */
function shippedFolders(root: string): readonly string[] {
  const bundled = BUNDLES.flatMap((bundle) => listSchema.parse(readJson(join(root, 'out', bundle, PACKAGE_LIST))))
  const { dependencies } = productSchema.parse(readJson(join(root, 'package.json')))
  const shipped = Object.keys(dependencies).map((name) => `node_modules/${name}`)
  return [...new Set([...bundled, ...shipped])].toSorted()
}

/** The packages in the bundles of `out/` and those that are shipped unbundled, without Electron itself. */
export function shippedPackages(root: string): readonly ShippedPackage[] {
  return shippedFolders(root).map((folder) => {
    const { name, version, license } = packageSchema.parse(readJson(join(root, folder, 'package.json')))
    return { folder, name, version, licence: license }
  })
}
