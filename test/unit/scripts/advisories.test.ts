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

it.each([
  [
    '{"message":"request to the registry failed","error":{"summary":"","detail":""}}',
    '',
    'request to the registry failed',
  ],
  ['{"error":{"code":"ENOTFOUND","summary":"getaddrinfo ENOTFOUND"}}', '', 'getaddrinfo ENOTFOUND'],
  ['<html>', 'npm error audit endpoint returned an error\nmore', 'npm error audit endpoint returned an error'],
  ['', '', 'npm gave no answer'],
  ['[]', 'spawn npm ENOENT', 'spawn npm ENOENT'],
])('the check reports that the registry could not be reached, and does not fail: %s', (report, errorOutput, why) => {
  expect(reportAdvisories(report, errorOutput)).toEqual({ lines: [`not checked: ${why}`], exitCode: 0 })
})
