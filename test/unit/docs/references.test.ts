import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

/** What the documents name must exist: files, scripts, links and sections. */

const ROOT = join(import.meta.dirname, '../../..')
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')
const filesIn = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: ROOT }).map((name) => name.replaceAll('\\', '/'))

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'TESTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...filesIn('docs/**/*.md'),
  ...filesIn('packages/*/README.md'),
]
const TREE = filesIn('{electron,packages,renderer,scripts,shared,test}/**/*').concat(readdirSync(ROOT))
/** Electron's own types, and the pattern of a migration's name. */
const NOT_IN_THE_TREE = new Set(['electron.d.ts', 'electron/storage/migrations/ledger-0N0-what-it-does.ts'])

it.each(DOCUMENTS)('the files and scripts that %s names exist', (document) => {
  const text = read(document)
  const cited = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|css|sh))`/gu)].map(([, path = '']) => path)
  // A cited path may begin below the root: `board/wall-board.tsx`.
  const exists = (path: string): boolean => TREE.some((file) => file === path || file.endsWith(`/${path}`))
  expect(cited.filter((path) => !exists(path) && !NOT_IN_THE_TREE.has(path))).toEqual([])
  const { scripts } = JSON.parse(read('package.json'))
  const called = [...text.matchAll(/(?:^|`|&& )npm run (?:-s )?([\w:-]+)/gm)].map(([, name = '']) => name)
  expect(called.filter((name) => scripts[name] === undefined)).toEqual([])
})

/** `[text](page.md), "Section"` and `[text](page.md)`. */
it.each(DOCUMENTS)('the pages and sections to which %s links exist', (document) => {
  const links = [...read(document).matchAll(/\]\(([^)#:]*[./][^)#:]*)(?:#[^)]*)?\)(?:,\s+"([^"]+)")?/g)]
  const missing = links.filter(([, page = '', section]) => {
    const place = join(dirname(document), page)
    if (!existsSync(join(ROOT, place))) return true
    return section !== undefined && !read(place).includes(`\n## ${section.replaceAll(/\s+/g, ' ')}\n`)
  })
  expect(missing.map(([link]) => link)).toEqual([])
})

it('the sections of the documents that comments cite exist, and a citation of docs/protocol.md names its section', () => {
  const files = filesIn('{electron,packages,shared,renderer,scripts,test}/**/*.{ts,tsx,mjs,grit}')
  // A citation may contain a line break of its comment.
  const cited = [...files, 'electron-builder.yml']
    .filter((name) => !name.startsWith('test/unit/docs/'))
    .flatMap((name) => [
      ...read(name).matchAll(/((?:docs|packages\/[a-z-]+)\/[A-Za-z-]+)\.md(?:,[\s*]*\\?"([^"\\]+))?/g),
    ])
    .map(([, page = '', section]) => ({ page, section }))
    .filter(({ page, section }) => section !== undefined || page === 'docs/protocol')
  expect(cited.length).toBeGreaterThan(20)
  const exists = (page: string, section: string): boolean =>
    new RegExp(`^##+ ${section}$`, 'im').test(read(`${page}.md`))
  expect(cited.filter(({ page, section }) => section === undefined || !exists(page, section))).toEqual([])
})
