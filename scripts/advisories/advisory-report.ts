import { isPlainRecord } from '../../shared/is-record.ts'
import { parseJsonText } from '../../shared/json-text.ts'

export type AdvisoryReport = { readonly lines: readonly string[]; readonly exitCode: 0 | 1 }

type Via = string | { readonly title?: string; readonly url?: string }
type Vulnerability = {
  readonly name?: string
  readonly severity?: string
  readonly range?: string
  readonly via?: readonly Via[]
}

const notChecked = (reason: string): AdvisoryReport => ({
  lines: [`not checked: ${reason.trim().split('\n')[0] || 'npm gave no answer'}`],
  exitCode: 0,
})

/** A line with the titles of a package's vulnerabilities, or with the package through which it is affected. */
function lineOf(name: string, { severity = 'unknown', range = '*', via = [] }: Vulnerability): string {
  const causes = via.map((cause) =>
    typeof cause === 'string' ? `through ${cause}` : `${cause.title} ${cause.url ?? ''}`.trim(),
  )
  return `${severity}: ${name} ${range}: ${causes.join('; ')}`
}

/**
 * Reads the report of `npm audit --json`.
 * @param report its standard output
 * @param failure the reason why npm could not be run, or its standard error
 */
export function reportAdvisories(report: string, failure: string): AdvisoryReport {
  const answer = parseJsonText(report)
  if (!isPlainRecord(answer)) return notChecked(failure)
  if (!isPlainRecord(answer.vulnerabilities)) {
    const message = typeof answer.message === 'string' ? answer.message : undefined
    const summary =
      isPlainRecord(answer.error) && typeof answer.error.summary === 'string' ? answer.error.summary : undefined
    return notChecked(message || summary || failure)
  }
  // The format is npm's audit report version 2.
  const vulnerabilities = Object.entries(answer.vulnerabilities) as [string, Vulnerability][]
  const count = `${vulnerabilities.length} packages with known vulnerabilities`
  return {
    lines: [...vulnerabilities.map(([name, vulnerability]) => lineOf(name, vulnerability)), count],
    exitCode: vulnerabilities.length > 0 ? 1 : 0,
  }
}
