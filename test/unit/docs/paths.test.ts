import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDERS = ['electron', 'headless', 'relay', 'renderer', 'scripts', 'shared', 'test']
const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'docs']
/** Electron's own types, and the pattern of a migration's name. */
const NOT_IN_THE_TREE = new Set(['electron.d.ts', 'electron/storage/migrations/ledger-0N0-what-it-does.ts'])

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))

const tree = [
  ...FOLDERS.flatMap(filesBelow),
  ...readdirSync(ROOT, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : [])),
]
const pages = PAGES.flatMap((page) => (page.endsWith('.md') ? [page] : filesBelow(page))).filter((page) =>
  page.endsWith('.md'),
)
/** A cited path may begin below the root: `board/pager.tsx`. */
const exists = (path: string): boolean => tree.some((file) => file === path || file.endsWith(`/${path}`))

describe('the files that are cited', () => {
  it.each(pages)('in %s exist', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    const cited = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs|css|sh))`/gu)].map(([, path = '']) => path)
    expect(cited.filter((path) => !exists(path) && !NOT_IN_THE_TREE.has(path))).toEqual([])
  })
})
