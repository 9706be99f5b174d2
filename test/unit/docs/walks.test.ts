import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The two walks of docs/architecture.md: each file exists, and imports the next, or both use the name of the arrow. */

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
const FILES = globSync('{electron,renderer,shared}/**/*.{ts,tsx}', { cwd: ROOT }).map((name) =>
  name.replaceAll('\\', '/'),
)
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

type Step = { readonly from: string; readonly to: string; readonly name: string | undefined }

/** The one file of the product whose path ends so. */
function fileOf(cited: string): string {
  const found = FILES.filter((file) => file === cited || file.endsWith(`/${cited}`))
  expect(found, cited).toHaveLength(1)
  return found[0] ?? cited
}

/** The arrows in the block below a heading. */
function stepsBelow(heading: string): readonly Step[] {
  const [, section = ''] = DOCUMENT.split(`\n## ${heading}\n`)
  const [, block = ''] = section.split('```')
  const lines = block.trim().split(/\n(?=\w)/)
  return lines.flatMap((line) => {
    const [, ...words] = line.split(/\s+/)
    return words.flatMap((word, index) => {
      const [, name] = /^(?:-(.+))?→$/.exec(word) ?? []
      if (!word.endsWith('→')) return []
      return [{ from: fileOf(words[index - 1] ?? ''), to: fileOf(words[index + 1] ?? ''), name }]
    })
  })
}

const importsOf = (file: string): readonly string[] =>
  [...read(file).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, path = '']) =>
    posix.normalize(`${dirname(file).replaceAll('\\', '/')}/${path}`),
  )

const uses = (file: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(read(file))

describe.each([
  ['From the poll to the board', 25],
  ['From the button to the POST', 20],
] as const)('%s', (heading, most) => {
  const steps = stepsBelow(heading)

  it(`has at most ${most} files, each reached by an arrow`, () => {
    const files = new Set(steps.flatMap(({ from, to }) => [from, to]))
    expect(files.size).toBeGreaterThan(15)
    expect(files.size).toBeLessThanOrEqual(most)
    const reached = new Set(steps.map(({ to }) => to))
    expect([...files].filter((file) => !reached.has(file))).toEqual([steps[0]?.from])
    expect([...files].some((file) => file.startsWith('electron/kitchen/'))).toBe(true)
  })

  it.each(steps)('$from calls $to', ({ from, to, name }) => {
    if (name === undefined) expect(importsOf(from)).toContain(to)
    else expect([from, to].filter((file) => !uses(file, name))).toEqual([])
  })
})
