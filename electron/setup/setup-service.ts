import type { CallArgs, CallResult } from '../../shared/contract/contract.ts'
import { DEFAULT_SPOKEN, isSameSpoken, type Spoken, spokenBy } from '../../shared/contract/platforms.ts'
import type { AddressReading, KeepOutcome, ProbeFault, ProbeReport, SetupStatus } from '../../shared/contract/setup.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { MAX_PASTED_CHARACTERS } from '../../shared/setup/sort-pasted.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import { joinApiRoot, rootsOf1 } from '../platform/api-root.ts'
import {
  type Connection,
  type ConnectionSource,
  copiedCredential,
  isSameConnection,
  spokenOf,
} from '../platform/connection.ts'
import { readRoot } from '../platform/dialects/dialects.ts'
import { DEFAULT_SCOPE } from '../secrets/credentials.ts'
import type { KeptConnection } from '../secrets/stored-connection.ts'
import { createTokenTries, failedReport, type ProbeLimits } from './probe.ts'
import type { OpenFile } from './settings-file-service.ts'

/** The clipboard of the machine. */
export type Clipboard = { readText(): Promise<string>; clear(): unknown }

/** A clipboard that cannot be read counts as empty. */
async function readClipboard(clipboard: Clipboard): Promise<string> {
  try {
    return await clipboard.readText()
  } catch {
    return ''
  }
}

/** Removes a pasted secret from the clipboard, so that the next person cannot paste it. */
export async function clearSecret(clipboard: Clipboard, secret: string): Promise<void> {
  if (copiedCredential(await readClipboard(clipboard)).includes(secret)) clipboard.clear()
}

/** The calls of the windows during the set-up. No call returns a secret. */
export type SetupService = ReturnType<typeof createSetupService>

/** Larger than any file of credentials. */
const MAX_FILE_BYTES = 4 * MAX_PASTED_CHARACTERS
/**
 * A hanging call to the keychain ends after ten seconds and can be repeated while the set-up is open. The step does not wait
 * for it: stored values appear when the keychain answers, and the user can enter values meanwhile.
 */
const KEYCHAIN_WAIT_MS = 2_000

type Tested = { readonly connection: Connection; readonly report: ProbeReport }

/** Faults of an address below which the platform may answer at another path. */
const MAY_BE_ELSEWHERE: ReadonlySet<ProbeFault | undefined> = new Set<ProbeFault>([
  'wrong-address',
  'login-page',
  'credentials-refused',
])

const isSameCredential = (one: Connection, other: Connection): boolean =>
  one.apiUrl === other.apiUrl && one.clientId === other.clientId

/** Scheme, host and port. An address that cannot be parsed has no origin and equals none. */
const isSameOrigin = (one: string, other: string): boolean => {
  const origin = URL.parse(one)?.origin
  return origin !== undefined && origin !== 'null' && origin === URL.parse(other)?.origin
}

/**
 * Holds the entered values in memory until they are stored or replaced: the last address and the last tested connection.
 */
export function createSetupService(parts: {
  /** Absent in a practice profile. */
  readonly kept: KeptConnection | undefined
  readonly probe: (connection: Connection, limits: ProbeLimits) => Promise<ProbeReport>
  /** Whether another program of this machine receives the orders of these credentials. */
  readonly isUsedElsewhere: (connection: Connection, inUse: Connection | undefined) => boolean
  /** Stores a connection beside the first one, and uses it. */
  readonly keepFurther: (
    slot: Slot | 'new',
    ...kept: Parameters<KeptConnection['keep']>
  ) => ReturnType<KeptConnection['keep']>
  /** Called after new credentials of the first connection were taken into use. */
  readonly onKept: () => void
  /** Called after a test has passed: the platform can be reached, so a wait of `Retry-After` ends. */
  readonly onPassed: () => void
  readonly clipboard: Clipboard
  readonly openFile: OpenFile
}) {
  const { kept } = parts
  let apiUrl: string | undefined
  /** The address that was read last, as it was entered. */
  let lastAddress = ''
  /** The roots to try, when the address can only be one of 1.x. */
  let roots: readonly string[] | undefined
  /** The root that refused the last credentials, of those that the host may have. */
  let refused: Connection | undefined
  /** The address as it was entered, while the platform has no profile: a test may find its dialect. */
  let unprofiled: string | undefined
  let spoken: Spoken = DEFAULT_SPOKEN
  let tested: { readonly connection: Connection; readonly mayKeep: boolean } | undefined

  const answerInTime = (source: ConnectionSource) => withTimeLimit(source(), KEYCHAIN_WAIT_MS, () => undefined)

  /** Waits for the stored connection only when it is the one to test. */
  const inUse = async (source: ConnectionSource, isWanted: boolean): Promise<Connection | undefined> => {
    const answer = await (isWanted ? source() : answerInTime(source))
    return answer?.ok ? answer.value : undefined
  }

  /**
   * SECURITY: secret-origin (docs/security.md). Credentials that are not entered now go only to the origin that they were
   * entered for: an address that is typed into the set-up must not receive the kept secret.
   */
  const connectionToTest = (
    entered: CallArgs<'setup:test'>['credentials'],
    current: Connection | undefined,
  ): Connection | 'nothing-to-test' | 'credentials-of-other-address' => {
    const address = apiUrl ?? tested?.connection.apiUrl ?? current?.apiUrl
    if (address === undefined) return 'nothing-to-test'
    if (entered?.clientSecret !== undefined) {
      const { clientId, clientSecret } = entered
      return {
        apiUrl: address,
        clientId: copiedCredential(clientId),
        clientSecret: copiedCredential(clientSecret),
        scope: DEFAULT_SCOPE,
        ...inDialect(),
      }
    }
    const known = [tested?.connection, current].filter((connection) => connection !== undefined)
    const own = known.find((connection) => isSameOrigin(connection.apiUrl, address))
    const clientId = entered && { clientId: copiedCredential(entered.clientId) }
    if (own !== undefined) return { ...own, ...clientId, apiUrl: address, ...(apiUrl === undefined ? {} : inDialect()) }
    return known.length === 0 ? 'nothing-to-test' : 'credentials-of-other-address'
  }

  const inDialect = (): Pick<Connection, 'spoken'> => (isSameSpoken(spoken, DEFAULT_SPOKEN) ? {} : { spoken })

  /** A platform without a profile answered in another dialect: the next test uses it. */
  const adopt = (found: Spoken): void => {
    const root = unprofiled === undefined ? undefined : readRoot(unprofiled, found)
    if (!root?.ok) return
    apiUrl = root.value.url
    spoken = found
  }

  /** Tests the connection, at each root that its host may have. */
  const tryRoots = async (connection: Connection): Promise<Tested> => {
    const tries = createTokenTries()
    const probeAt = async (root: string): Promise<Tested> => {
      const at = { ...connection, apiUrl: root }
      return { connection: at, report: await parts.probe(at, { tries, isGuess: root !== connection.apiUrl }) }
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

  return {
    /** Begins a set-up: values that were entered before and not stored are dropped. */
    async status(): Promise<CallResult<SetupStatus>> {
      apiUrl = undefined
      lastAddress = ''
      spoken = DEFAULT_SPOKEN
      unprofiled = undefined
      roots = undefined
      tested = undefined
      if (kept === undefined) return ok({ state: 'practice' })
      const answer = await answerInTime(kept.connection)
      if (answer === undefined) return ok({ state: 'unreadable' })
      if (!answer.ok) return ok({ state: answer.code === 'not-configured' ? 'empty' : 'unreadable' })
      const root = readRoot(answer.value.apiUrl, spokenOf(answer.value))
      const keptIn = kept.keptIn()
      return ok({
        state: 'kept',
        ...(keptIn === undefined ? {} : { keptIn }),
        ...(root.ok ? { masked: root.value.masked } : {}),
      })
    },

    readAddress(args: CallArgs<'setup:address'>): CallResult<AddressReading> {
      const { address = lastAddress, hash, platform = 'generic' } = args
      lastAddress = address
      const isProfiled = platform !== 'generic'
      const chosen = isProfiled ? spokenBy(platform) : DEFAULT_SPOKEN
      const isOther = !isProfiled && hash === undefined
      roots = isOther ? rootsOf1(address) : undefined
      spoken = roots === undefined ? chosen : spokenBy('generic', 'open-delivery-1')
      const root = isProfiled || hash === undefined ? readRoot(address, spoken) : joinApiRoot(address, hash)
      if (!root.ok) return ok({ fault: root.code })
      apiUrl = root.value.url
      unprofiled = isOther ? address : undefined
      return ok({ masked: root.value.masked })
    },

    async test({ credentials }: CallArgs<'setup:test'>): Promise<CallResult<ProbeReport>> {
      if (kept === undefined) return fail('not-allowed', 'a profile for practice has no connection')
      const current = await inUse(kept.connection, credentials?.clientSecret === undefined && tested === undefined)
      const connection = connectionToTest(credentials, current)
      if (typeof connection === 'string') {
        tested = tested && { ...tested, mayKeep: false }
        return ok(failedReport(connection, 'reach'))
      }
      const isTaken = parts.isUsedElsewhere(
        connection,
        current && isSameCredential(current, connection) ? current : undefined,
      )
      const taken = { connection, report: failedReport('credential-in-use', 'poll') }
      const { connection: found, report } = isTaken ? taken : await tryRoots(connection)
      if (report.mayKeep) parts.onPassed()
      tested = { connection: found, mayKeep: report.mayKeep }
      if (report.fault === 'speaks-open-delivery-1') adopt(spokenBy('generic', 'open-delivery-1'))
      if (report.fault === 'speaks-ifood') adopt(spokenBy('ifood'))
      return ok(report)
    },

    async keep({ where, slot = 1 }: CallArgs<'setup:keep'>): Promise<CallResult<KeepOutcome>> {
      if (kept === undefined) return fail('not-allowed', 'a profile for practice has no connection')
      if (!tested?.mayKeep) return fail('not-allowed', 'only what was tried can be kept')
      const { connection } = tested
      const stored = await (slot === 1 ? kept.keep(connection, where) : parts.keepFurther(slot, connection, where))
      if (!stored.ok) return ok({ trouble: stored.code })
      await clearSecret(parts.clipboard, connection.clientSecret)
      apiUrl = undefined
      lastAddress = ''
      tested = undefined
      if (slot === 1) parts.onKept()
      return ok({})
    },

    paste: async (): Promise<CallResult<{ text: string }>> =>
      ok({ text: (await readClipboard(parts.clipboard)).slice(0, MAX_PASTED_CHARACTERS) }),

    async file(): Promise<CallResult<{ text?: string }>> {
      try {
        const text = await parts.openFile(MAX_FILE_BYTES, ['json', 'txt', 'env', '*'])
        return ok(text === undefined ? {} : { text: text.slice(0, MAX_PASTED_CHARACTERS) })
      } catch (error) {
        // Expected: the system refuses the file, or it is no file of credentials.
        return fail('storage', messageOf(error))
      }
    },
  }
}
