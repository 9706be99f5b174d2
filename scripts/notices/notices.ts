import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_LIST } from './bundled-packages.ts'

/** Text of a shipped package's licence, and the packages that share it word for word. */
type Licence = { readonly text: string; readonly packages: readonly string[] }

const BUNDLES = ['main', 'preload', 'renderer']
const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)/i

const HEADER = `# Third-party notices

Comanda contains the packages below. Made by \`npm run notices\` from the bundles; do not edit. Electron and Chromium
bring their own notices (\`LICENSE.electron.txt\`, \`LICENSES.chromium.html\`) beside the program.
`

function stringField(record: unknown, name: string): string | undefined {
  const value: unknown =
    typeof record === 'object' && record !== null ? Object.getOwnPropertyDescriptor(record, name)?.value : undefined
  return typeof value === 'string' ? value : undefined
}

/** Folders of the packages in the built bundles, and of those that the package ships as they are. */
function shippedFolders(root: string): readonly string[] {
  const bundled = BUNDLES.flatMap((bundle): string[] => {
    const list: unknown = JSON.parse(readFileSync(join(root, 'out', bundle, PACKAGE_LIST), 'utf8'))
    if (!Array.isArray(list)) throw new Error(`out/${bundle}/${PACKAGE_LIST} is not a list`)
    return list.map(String)
  })
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const dependencies: unknown =
    typeof manifest === 'object' && manifest !== null && 'dependencies' in manifest ? manifest.dependencies : {}
  const shipped = Object.keys(dependencies ?? {}).map((name) => `node_modules/${name}`)
  return [...new Set([...bundled, ...shipped])].toSorted()
}

/** The text of the notices, from the bundles in `out/`. */
export function composeNotices(root: string): string {
  const byText = new Map<string, string[]>()
  for (const folder of shippedFolders(root)) {
    const path = join(root, folder)
    const manifest: unknown = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    const licence = stringField(manifest, 'license') ?? 'see the text'
    const name = `${stringField(manifest, 'name')} ${stringField(manifest, 'version')} (${licence})`
    const files = existsSync(path) ? readdirSync(path).filter((file) => LICENCE_FILE.test(file)) : []
    const texts = files.toSorted().map((file) => readFileSync(join(path, file), 'utf8').replaceAll('\r\n', '\n').trim())
    const text = texts.length > 0 ? texts.join('\n\n') : `No licence file in the package. Stated licence: ${licence}.`
    byText.set(text, [...new Set([...(byText.get(text) ?? []), name])])
  }
  const licences: readonly Licence[] = [...byText].map(([text, packages]) => ({ text, packages }))
  return `${HEADER}${licences.map(sectionOf).join('')}`
}

function sectionOf({ text, packages }: Licence): string {
  const lines = text.split('\n').map((line) => (line === '' ? '' : `    ${line}`))
  return `\n## ${packages[0]}\n\n${packages.map((name) => `- ${name}`).join('\n')}\n\n${lines.join('\n')}\n`
}
