import type { ProbeFault, ProbeReport } from '../../shared/contract/setup.ts'
import { type Connection, isSameConnection } from '../platform/connection.ts'
import { createTokenTries, failedReport, type ProbeLimits } from './probe.ts'

type Tested = { readonly connection: Connection; readonly report: ProbeReport }
export type Probe = (connection: Connection, limits: ProbeLimits) => Promise<ProbeReport>

/** Faults of an address below which the platform may answer at another path. */
const MAY_BE_ELSEWHERE: ReadonlySet<ProbeFault | undefined> = new Set<ProbeFault>([
  'wrong-address',
  'login-page',
  'credentials-refused',
])

/** Tests a connection at each root that its host may have. */
export function createRootTrials(probe: Probe) {
  /** The root that refused the last credentials, of those that the host may have. */
  let refused: Connection | undefined

  return async (connection: Connection, roots: readonly string[] | undefined): Promise<Tested> => {
    const tries = createTokenTries()
    const probeAt = async (root: string): Promise<Tested> => {
      const at = { ...connection, apiUrl: root }
      return { connection: at, report: await probe(at, { tries, isGuess: root !== connection.apiUrl }) }
    }
    if (roots === undefined || connection.apiUrl !== roots[0]) return probeAt(connection.apiUrl)
    // Where they were refused before, they are tried first, and elsewhere no more.
    const before = roots.find((root) => refused && isSameConnection(refused, { ...connection, apiUrl: root }))
    if (before !== undefined) return probeAt(before)
    refused = undefined
    let first: ProbeReport | undefined
    for (const root of roots) {
      const tested = await probeAt(root)
      const { fault } = tested.report
      if (!MAY_BE_ELSEWHERE.has(fault)) return tested
      if (fault === 'credentials-refused' && refused === undefined) {
        refused = tested.connection
        first = tested.report
      }
      first ??= tested.report
      if (tries.isOver()) break
    }
    const isMissing = roots.length > 1 && first?.fault === 'wrong-address'
    const report = first ?? failedReport('wrong-address', 'reach')
    return { connection, report: isMissing ? { ...report, fault: 'path-missing' } : report }
  }
}
