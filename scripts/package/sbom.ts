import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedPackages } from '../notices/shipped-packages.ts'

/** Limit for the output of npm, which lists every installed package. */
const MAX_BYTES = 64 * 1024 * 1024

/** What is used of the document, which is npm's own. */
type Component = { readonly 'bom-ref': string; readonly name: string; readonly version: string; readonly purl: string }
type Sbom = {
  readonly metadata: { readonly component: Component }
  readonly components: readonly (Component & { readonly licenses?: unknown })[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/**
 * The bill of materials (SBOM) of the product in `out/`, in CycloneDX: shipped packages and Electron. `npm sbom` lists the
 * whole lock file, mostly development dependencies.
 * @throws when the lock file lacks a shipped package
 */
export function composeSbom(root: string): Sbom {
  const command = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const shell = process.platform === 'win32'
  const npm = spawnSync('npm', command, { cwd: root, encoding: 'utf8', maxBuffer: MAX_BYTES, shell })
  if (npm.status !== 0) throw new Error(`npm sbom failed: ${npm.error?.message ?? npm.stderr}`)
  const all: Sbom = JSON.parse(npm.stdout)
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const electron = { name: 'electron', version: manifest.devDependencies.electron }
  const names = new Map([electron, ...shippedPackages(root)].map(({ name, version }) => [`${name}@${version}`, name]))
  const components = all.components.flatMap((component) => {
    const name = names.get(component['bom-ref'])
    // npm marks development dependencies as optional, but these packages are shipped.
    return name === undefined ? [] : [{ ...component, name, scope: 'required', properties: [] }]
  })
  if (components.length < names.size) throw new Error('package-lock.json does not name every shipped package')
  // npm uses the name of the folder.
  const product = { ...all.metadata.component, type: 'application', name: manifest.name }
  const isKept = (ref: string): boolean => ref === product['bom-ref'] || names.has(ref)
  return {
    ...all,
    metadata: { ...all.metadata, component: product },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isKept) })),
  }
}
