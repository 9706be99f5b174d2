import type { Outcome } from './outcome.ts'
import type { Step } from './steps.ts'

const MIN_WIDTH = 10

/**
 * A row for each run, a column for each step: its seconds, or the number of failed tests. Then the titles of the failed
 * tests.
 */
export function repeatTable(steps: readonly Pick<Step, 'name'>[], runs: readonly (readonly Outcome[])[]): string {
  const widths = steps.map(({ name }) => Math.max(MIN_WIDTH, name.length + 2))
  const row = (head: string, cells: readonly string[]): string =>
    `${head.padEnd(6)}${cells.map((cell, column) => cell.padStart(widths[column] ?? MIN_WIDTH)).join('')}`
  const rows = runs.map((outcomes, index) => {
    const cells = steps.map(({ name }) => {
      const outcome = outcomes.find(({ step }) => step.name === name)
      if (outcome === undefined) return '-'
      return outcome.failed > 0 ? `${outcome.failed} failed` : `${outcome.seconds.toFixed(0)} s`
    })
    return row(String(index + 1), cells)
  })
  const failures = runs.flatMap((outcomes, index) =>
    outcomes.flatMap(({ step, failures: tests }) =>
      tests.map(({ title }) => `run ${index + 1}, ${step.name}: ${title}`),
    ),
  )
  const header = row(
    'run',
    steps.map(({ name }) => name),
  )
  return [header, ...rows, ...failures].join('\n')
}
