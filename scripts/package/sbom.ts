import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type ShippedPackage, shippedPackages } from '../notices/shipped-packages.ts'

/**
 * The bill of materials (SBOM) of the product, in CycloneDX. `npm sbom` lists hashes, licences and dependencies of all
 * packages, but not which of them are in the bundles: most shipped packages are development dependencies. So its list is
 * reduced to the packages in the lists of the bundles.
 */

const NPM_TIMEOUT_MS = 60_000
/** Limit for the output of npm, which lists every installed package. */
const MAX_BYTES = 64 * 1024 * 1024

const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  licenses: z.array(z.unknown()).optional(),
})

const sbomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.looseObject({ component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()) })),
})
export type Sbom = z.infer<typeof sbomSchema>

const referenceOf = ({ name, version }: Pick<ShippedPackage, 'name' | 'version'>): string => `${name}@${version}`

/** All packages of the lock file, from npm. Works without a registry. */
function lockedPackages(root: string): unknown {
  const { stdout, stderr, error, status } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'],
    { cwd: root, encoding: 'utf8', timeout: NPM_TIMEOUT_MS, maxBuffer: MAX_BYTES, shell: process.platform === 'win32' },
  )
  if (status !== 0) throw new Error(`npm sbom failed: ${error?.message ?? stderr}`)
  return JSON.parse(stdout)
}

/**
 * Reduces npm's list to the shipped packages.
 * @throws when the list lacks a shipped package, because package-lock.json is out of date
 */
export function shippedPart(locked: unknown, product: string, shipped: readonly ShippedPackage[]): Sbom {
  const all = sbomSchema.parse(locked)
  const names = new Map(shipped.map((each) => [referenceOf(each), each.name]))
  const found = new Map(all.components.map((component) => [component['bom-ref'], component]))
  const missing = [...names.keys()].filter((reference) => !found.has(reference))
  if (missing.length > 0) throw new Error(`npm sbom does not name ${missing.join(', ')}`)

  const root = all.metadata.component['bom-ref']
  const kept = new Set([root, ...names.keys()])
  return {
    ...all,
    metadata: {
      ...all.metadata,
      lifecycles: [{ phase: 'build' }],
      // npm uses the name of the folder.
      component: { ...all.metadata.component, type: 'application', name: product },
    },
    components: [...names]
      .flatMap(([reference, name]) => {
        const component = found.get(reference)
        // npm marks development dependencies as optional, but these packages are shipped.
        return component ? [{ ...component, name, scope: 'required', properties: [] }] : []
      })
      .toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies: all.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => kept.has(each)) })),
  }
}

/** The bill of materials of the product in `out/`: the shipped packages and Electron. */
export function composeSbom(root: string): Sbom {
  const manifest = z
    .object({ name: z.string(), devDependencies: z.object({ electron: z.string() }) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const electron: ShippedPackage = {
    folder: 'node_modules/electron',
    name: 'electron',
    version: manifest.devDependencies.electron,
    licence: 'MIT',
  }
  return shippedPart(lockedPackages(root), manifest.name, [electron, ...shippedPackages(root)])
}
