import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ViteUserConfig } from 'vitest/config'

/** The commands in the documents, in backquotes: the script, the tests or the file of each must exist. */

const ROOT = join(import.meta.dirname, '../../..')
const SCRIPTS: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts

const config = ((await import(join(ROOT, 'vitest.config.ts'))) as { readonly default: ViteUserConfig }).default

const COMMANDS = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: ROOT })].flatMap((document) =>
  readFileSync(join(ROOT, document), 'utf8')
    .split('\n')
    .flatMap((line) => [...line.matchAll(/(?:^|`|&& )((?:COMANDA_\w+=\S+ )*(?:npm run|npx vitest) \w[^`&#]+)/g)])
    .map(([, command = '']) => ({ document, command: command.trim().replace(/^(?:COMANDA_\w+=\S+ )+/, '') })),
)

const PROJECTS = new Map(
  (config.test?.projects ?? []).flatMap((project) => {
    if (typeof project !== 'object' || !('test' in project)) return []
    const { name, include = [], exclude = [] } = project.test ?? {}
    return [[String(name), { include, exclude }] as const]
  }),
)

/** Whether the project runs the file, or a file in the folder. */
function runs(project: string, path: string): boolean {
  const { include, exclude } = PROJECTS.get(project) ?? { include: [], exclude: [] }
  const files = /\.test\.tsx?$/.test(path) ? [path] : globSync(`${path}/**/*.test.{ts,tsx}`, { cwd: ROOT })
  return files.some(
    (file) =>
      existsSync(join(ROOT, file)) &&
      include.some((glob) => matchesGlob(file, glob)) &&
      !exclude.some((glob) => matchesGlob(file, glob)),
  )
}

describe('a command in a document', () => {
  it.each(COMMANDS.filter(({ command }) => command.startsWith('npm run')))(
    '$command ($document) is a script',
    ({ command }) => {
      expect(Object.keys(SCRIPTS)).toContain(/^npm run (?:-s )?(\S+)/.exec(command)?.[1]?.replace(/[,.]$/, ''))
    },
  )

  it.each(COMMANDS.filter(({ command }) => command.startsWith('npx vitest')))(
    '$command ($document) finds its tests',
    ({ command }) => {
      const projects = [...command.matchAll(/--project (\S+)/g)].map(([, name = '']) => name)
      const paths = command.split(' ').filter((word) => word.startsWith('test/'))
      expect(paths.length).toBeGreaterThan(0)
      for (const path of paths) expect(projects.filter((project) => runs(project, path))).not.toEqual([])
    },
  )

  it.each(COMMANDS.filter(({ command }) => /\.(?:spec|soak)\.ts/.test(command)))(
    '$command ($document) finds its file',
    ({ command }) => {
      const names = command.split(' ').filter((word) => /\.(?:spec|soak)\.ts$/.test(word))
      const files = globSync('test/e2e/*.ts', { cwd: ROOT })
      for (const name of names) expect(files.filter((file) => file.endsWith(name))).toHaveLength(1)
    },
  )
})
