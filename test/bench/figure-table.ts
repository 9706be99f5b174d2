/** The figures of a row of the table. */
export type Summary = { readonly median: number; readonly p98: number; readonly count: number }

const P98 = 0.98

/** The smallest sample such that at least this share of the samples is not larger. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

/** Median and 98th percentile, without interpolation: each is a measured value. */
export function summaryOf(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b)
  return { median: quantile(sorted, 0.5), p98: quantile(sorted, P98), count: sorted.length }
}

/** One line of the table. Without a limit the figure is not checked. */
export type FigureRow = {
  readonly what: string
  readonly cpu: string
  readonly unit: string
  readonly summary: Summary
  readonly limits: { readonly median?: number; readonly p98?: number }
}

const rounded = (value: number): string => (value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0))

function verdict({ summary, limits }: FigureRow): string {
  const { median = Number.POSITIVE_INFINITY, p98 = Number.POSITIVE_INFINITY } = limits
  if (limits.median === undefined && limits.p98 === undefined) return ''
  return summary.median <= median && summary.p98 <= p98 ? 'kept' : 'MISSED'
}

function limitWords({ limits: { median, p98 } }: FigureRow): string {
  if (median === undefined && p98 === undefined) return ''
  return `${median === undefined ? '' : `≤${median}`} / ${p98 === undefined ? '' : `≤${p98}`}`
}

/** The figures as a Markdown table: median / p98 of each row beside its limit. */
export function tableOf(rows: readonly FigureRow[]): string {
  const head = ['what', 'CPU', 'median', 'p98', 'unit', 'limit (median / p98)', '', 'repeats']
  const cells = rows.map((row) => [
    row.what,
    row.cpu,
    rounded(row.summary.median),
    rounded(row.summary.p98),
    row.unit,
    limitWords(row),
    verdict(row),
    String(row.summary.count),
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((line) => (line[column] ?? '').length)),
  )
  const line = (texts: readonly string[]): string =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
}
