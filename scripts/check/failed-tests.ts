import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Counting } from './steps.ts'

export type FailedTest = {
  readonly title: string
  /** The first lines of the first error. */
  readonly reason: string
}

const REASON_LINES = 25

const vitestTests = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).optional() }),
      ),
    }),
  ),
})
const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z
    .array(z.object({ results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })) }))
    .optional(),
})
type Suite = {
  readonly specs?: readonly z.infer<typeof playwrightSpec>[] | undefined
  readonly suites?: readonly Suite[] | undefined
}
const playwrightSuite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ specs: z.array(playwrightSpec).optional(), suites: z.array(playwrightSuite).optional() }),
)

const reasonOf = (message = ''): string =>
  stripVTControlCharacters(message).split('\n').slice(0, REASON_LINES).join('\n').trimEnd()

function failedSpecs({ specs = [], suites = [] }: Suite): readonly FailedTest[] {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests = [] }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
      return { title: `${file}: ${title}`, reason: reasonOf(errors[0]?.message) }
    })
  return [...own, ...suites.flatMap(failedSpecs)]
}

/** The failed tests in a report. */
export function failedTests(counting: Counting, report: unknown): readonly FailedTest[] {
  if (counting === 'one-check') return []
  if (counting === 'playwright') {
    const { data } = playwrightSuite.safeParse(report)
    return data ? failedSpecs(data) : []
  }
  const results = vitestTests.safeParse(report).data?.testResults ?? []
  return results
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages = [] }) => ({ title: fullName, reason: reasonOf(failureMessages[0]) }))
}

/** The failed tests of all steps with their reasons, for the end of the output. Empty without a failed test. */
export const failureList = (
  outcomes: readonly { readonly step: { readonly name: string }; readonly failures: readonly FailedTest[] }[],
): string =>
  outcomes
    .flatMap(({ step, failures }) =>
      failures.map(({ title, reason }) => `FAILED ${step.name}: ${title}\n${reason.replaceAll(/^/gm, '       ')}\n`),
    )
    .join('\n')
