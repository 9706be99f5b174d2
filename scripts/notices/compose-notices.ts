import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shippedPackages } from './shipped-packages.ts'

/** The text of a licence, and the packages that have exactly this text. */
type Licence = { readonly text: string; readonly packages: readonly string[] }

const LICENCE_FILE = /^(licen[cs]e|copying|notice|ofl)/i

const HEADER = `# Third-party notices

Comanda contains the packages below. Made by \`npm run notices\` from the bundles; do not edit. Electron and Chromium
bring their own notices (\`LICENSE.electron.txt\`, \`LICENSES.chromium.html\`) beside the program.
`

/** Composes the text of the notices from the bundles in `out/`. */
export function composeNotices(root: string): string {
  const byText = new Map<string, string[]>()
  for (const { folder, name: packageName, version, licence = 'see the text' } of shippedPackages(root)) {
    const path = join(root, folder)
    const name = `${packageName} ${version} (${licence})`
    const files = readdirSync(path).filter((file) => LICENCE_FILE.test(file))
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
