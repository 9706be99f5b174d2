import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
const DOCUMENT = readFileSync(join(ROOT, 'docs/verify.md'), 'utf8')
const SECTIONS = ['What is covered by what', 'Where each promise is proven'] as const

const tableOf = (title: string): readonly string[] =>
  (DOCUMENT.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)

const ROWS = SECTIONS.flatMap(tableOf)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .map(([point = '', tests = '', steps = '']) => ({ point, tests, steps }))

const STEPS = [...DOCUMENT.matchAll(/^- \*\*([WML]\d+)\*\* /gm)].map(([, step = '']) => step)

describe('docs/verify.md', () => {
  it.each(SECTIONS)('has a table in "%s"', (title) => expect(tableOf(title).length).toBeGreaterThan(20))

  it.each(ROWS)('names tests for "$point" that exist', ({ tests, steps }) => {
    if (tests === 'none') {
      expect(steps).not.toBe('')
      return
    }
    for (const reference of tests.split(';')) {
      const [file = '', title = ''] = reference.split('›').map((part) => part.trim())
      const path = join(ROOT, 'test', file)
      expect(existsSync(path), file).toBe(true)
      expect(readFileSync(path, 'utf8')).toContain(title.replace(/ \([^)]*\)$/, ''))
    }
  })

  it.each(ROWS)('names steps for "$point" that exist', ({ steps }) => {
    for (const step of steps.split(',').map((name) => name.trim())) if (step !== '') expect(STEPS).toContain(step)
  })

  it('numbers the steps of each system consecutively', () => {
    const numbers = (system: string) =>
      STEPS.filter((step) => step.startsWith(system)).map((step) => Number(step.slice(1)))
    for (const system of ['W', 'M', 'L']) {
      expect(numbers(system)).toEqual(Array.from({ length: numbers(system).length }, (_, index) => index + 1))
      expect(numbers(system).length).toBeGreaterThan(5)
    }
  })
})
