import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

function stringField(record: unknown, name: string): string | undefined {
  const value: unknown =
    typeof record === 'object' && record !== null ? Object.getOwnPropertyDescriptor(record, name)?.value : undefined
  return typeof value === 'string' ? value : undefined
}

/** Folders of the packages in the built bundles, and of those that are shipped unbundled. */
function shippedFolders(root: string): readonly string[] {
  const bundled = BUNDLES.flatMap((bundle): string[] => {
    const list = readJson(join(root, 'out', bundle, PACKAGE_LIST))
    if (!Array.isArray(list)) throw new Error(`out/${bundle}/${PACKAGE_LIST} is not a list`)
    return list.map(String)
  })
  const manifest = readJson(join(root, 'package.json'))
  const dependencies: unknown =
    typeof manifest === 'object' && manifest !== null && 'dependencies' in manifest ? manifest.dependencies : {}
  const shipped = Object.keys(dependencies ?? {}).map((name) => `node_modules/${name}`)
  return [...new Set([...bundled, ...shipped])].toSorted()
}

/** The packages in the bundles of `out/` and those that are shipped unbundled, without Electron itself. */
export function shippedPackages(root: string): readonly ShippedPackage[] {
  return shippedFolders(root).map((folder) => {
    const manifest = readJson(join(root, folder, 'package.json'))
    const name = stringField(manifest, 'name')
    const version = stringField(manifest, 'version')
    if (name === undefined || version === undefined) throw new Error(`${folder} states no name or no version`)
    return { folder, name, version, licence: stringField(manifest, 'license') }
  })
}
