import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BenchPart, SCREEN_PARTS } from './bench-options.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'docs/performance.md')
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')

/** The parts whose figures are in the page. `screen` stands for all parts of the window. */
export const PARTS_OF_PAGE = ['screen', 'backlog', 'writes', 'start-app'] as const satisfies BenchPart[]

const marksOf = (part: BenchPart) => [`<!-- figures: ${part} -->\n`, '\n<!-- end -->'] as const

/** Rows of tables. Of a table with verdicts only the rows that have a bound, and without the repeats. */
function pageLinesOf(printed: string): readonly string[] {
  const lines = printed.split('\n').filter((line) => line.startsWith('|') || line.includes(', load '))
  return lines.flatMap((line) => {
    if (!line.startsWith('|')) return [`${line}.`, '']
    const cells = line.split('|').slice(1, -1)
    if (cells.length < 8) return [line]
    return cells[6]?.trim() === '' && !line.startsWith('| what') ? [] : [`|${cells.slice(0, 7).join('|')}|`]
  })
}

/** The page with the printed figures of a part. Throws when the page has no place for them. */
export function withFigures(page: string, part: BenchPart, printed: string): string {
  const [begin, end] = marksOf(part)
  const from = page.indexOf(begin)
  const to = page.indexOf(end, from)
  if (from < 0 || to < 0) throw new Error(`docs/performance.md has no place for the figures of ${part}`)
  return `${page.slice(0, from + begin.length)}\n${pageLinesOf(printed).join('\n')}\n${page.slice(to)}`
}

/** Runs each part, and writes its figures into docs/performance.md. */
export async function writePage(parts: readonly BenchPart[], repeats: number): Promise<void> {
  for (const part of parts) {
    const only = part === 'screen' ? SCREEN_PARTS.join(',') : part
    const args = [join(import.meta.dirname, 'run.ts'), '--only', only, '--repeats', String(repeats)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      printed += chunk
      process.stdout.write(chunk)
    }
    writeFileSync(PAGE, withFigures(readFileSync(PAGE, 'utf8'), part, printed))
  }
  spawnSync(process.execPath, [BIOME, 'format', '--write', PAGE], { stdio: 'inherit' })
}
