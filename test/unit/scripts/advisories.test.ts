import { expect, it } from 'vitest'
import { reportAdvisories } from '../../../scripts/advisories/advisory-report.ts'

it('the check reports known vulnerabilities and fails', () => {
  const report = {
    auditReportVersion: 2,
    vulnerabilities: {
      one: {
        severity: 'high',
        range: '<1.2.3',
        via: [{ title: 'It breaks', url: 'https://example.test/1' }],
      },
      two: { severity: 'low', range: '*', via: ['one'] },
    },
  }
  expect(reportAdvisories(JSON.stringify(report), '')).toEqual({
    lines: [
      'high: one <1.2.3: It breaks https://example.test/1',
      'low: two *: through one',
      '2 packages with known vulnerabilities',
    ],
    exitCode: 1,
  })
})
