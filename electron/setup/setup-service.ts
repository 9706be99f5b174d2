import type { CallArgs, CallResult } from '../../shared/contract/contract.ts'
import { DIALECT_NAMES, spokenBy } from '../../shared/contract/platforms.ts'
import type { AddressReading, KeepOutcome, ProbeReport, SetupStatus } from '../../shared/contract/setup.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import { MAX_PASTED_CHARACTERS } from '../../shared/setup/sort-pasted.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import { withTimeLimit } from '../../shared/time/time-limit.ts'
import { type Connection, type ConnectionSource, copiedCredential, spokenOf } from '../platform/connection.ts'
import { readRoot } from '../platform/dialects/dialects.ts'
import { DEFAULT_SCOPE } from '../secrets/credentials.ts'
import type { KeptConnection } from '../secrets/stored-connection.ts'
import { createEnteredAddress, type EnteredAddress } from './entered-address.ts'
import { failedReport } from './probe.ts'
import { createRootTrials, type Probe } from './root-trials.ts'
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
export interface SetupService {
  /** Begins a set-up: values that were entered before and not stored are dropped. */
  status(): Promise<CallResult<SetupStatus>>
  readAddress(args: CallArgs<'setup:address'>): CallResult<AddressReading>
  test(args: CallArgs<'setup:test'>): Promise<CallResult<ProbeReport>>
  keep(args: CallArgs<'setup:keep'>): Promise<CallResult<KeepOutcome>>
  paste(): Promise<CallResult<{ text: string }>>
  file(): Promise<
    CallResult<{
      text?: string
    }>
  >
}

/** Larger than any file of credentials. */
const MAX_FILE_BYTES = 4 * MAX_PASTED_CHARACTERS
/**
 * A hanging call to the keychain ends after ten seconds and can be repeated while the set-up is open. The step does not wait
 * for it: stored values appear when the keychain answers, and the user can enter values meanwhile.
 */
const KEYCHAIN_WAIT_MS = 2_000

/** Scheme, host and port. An address that cannot be parsed has no origin and equals none. */
const isSameOrigin = (one: string, other: string): boolean => {
  const origin = URL.parse(one)?.origin
  return origin !== undefined && origin !== 'null' && origin === URL.parse(other)?.origin
}

/**
 * SECURITY: secret-origin (docs/security.md). Credentials that are not entered now go only to the origin that they were
 * entered for: an address that is typed into the set-up must not receive the kept secret.
 */
function connectionToTest(
  entered: CallArgs<'setup:test'>['credentials'],
  address: EnteredAddress,
  known: readonly Connection[],
): Connection | 'nothing-to-test' | 'credentials-of-other-address' {
  const apiUrl = address.url() ?? known[0]?.apiUrl
  if (apiUrl === undefined) return 'nothing-to-test'
  if (entered?.clientSecret !== undefined) {
    const { clientId, clientSecret } = entered
    return {
      apiUrl,
      clientId: copiedCredential(clientId),
      clientSecret: copiedCredential(clientSecret),
      scope: DEFAULT_SCOPE,
      ...address.inDialect(),
    }
  }
  const own = known.find((connection) => isSameOrigin(connection.apiUrl, apiUrl))
  const clientId = entered && { clientId: copiedCredential(entered.clientId) }
  if (own !== undefined)
    return { ...own, ...clientId, apiUrl, ...(address.url() === undefined ? {} : address.inDialect()) }
  return known.length === 0 ? 'nothing-to-test' : 'credentials-of-other-address'
}

/** A connection that is set up: one in use, or a new one. */
type Target = Slot | 'new'

/** A credential is used by no connection, by another program, or by this one. */
export type CredentialUse = 'free' | 'elsewhere' | Slot

type SetupParts = {
  /** Absent in a practice profile. */
  readonly kept: KeptConnection | undefined
  readonly probe: Probe
  /** What already has these credentials: another connection, by its slot, or another program of this machine. */
  readonly findUse: (connection: Connection, target: Target) => Promise<CredentialUse>
  readonly nameOf: (slot: Slot) => string | undefined
  /** Stores a connection beside the first one, and uses it. */
  readonly keepFurther: (
    slot: Target,
    ...kept: Parameters<KeptConnection['keep']>
  ) => ReturnType<KeptConnection['keep']>
  /** Called after new credentials of the first connection were taken into use. */
  readonly onKept: () => void
  /** Called after a test has passed: the platform can be reached, so a wait of `Retry-After` ends. */
  readonly onPassed: () => void
  readonly clipboard: Clipboard
  readonly openFile: OpenFile
}

/**
 * Holds the entered values in memory until they are stored or replaced: the last address and the last tested connection.
 */
export function createSetupService(parts: SetupParts): SetupService {
  const { kept } = parts
  const address = createEnteredAddress()
  const tryRoots = createRootTrials(parts.probe)
  let tested: { readonly connection: Connection; readonly slot: Target; readonly mayKeep: boolean } | undefined

  const answerInTime = (source: ConnectionSource) => withTimeLimit(source(), KEYCHAIN_WAIT_MS, () => undefined)

  /** Waits for the stored connection only when it is the one to test. */
  const inUse = async (source: ConnectionSource, isWanted: boolean): Promise<Connection | undefined> => {
    const answer = await (isWanted ? source() : answerInTime(source))
    return answer?.ok ? answer.value : undefined
  }

  const takenReport = async (connection: Connection, slot: Target): Promise<ProbeReport | undefined> => {
    const use = await parts.findUse(connection, slot)
    if (use === 'free') return undefined
    if (use === 'elsewhere') return failedReport('credential-in-use', 'poll')
    return failedReport('credential-twice', 'poll', { usedBy: parts.nameOf(use) })
  }
  /** The root that answers may be that of a connection which was entered in another form. */
  const tryFree = async (connection: Connection, slot: Target) => {
    const taken = await takenReport(connection, slot)
    if (taken !== undefined) return { connection, report: taken }
    const found = await tryRoots(connection, address.roots())
    if (!found.report.mayKeep || found.connection.apiUrl === connection.apiUrl) return found
    return { ...found, report: (await takenReport(found.connection, slot)) ?? found.report }
  }

  return {
    async status() {
      address.clear()
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

    readAddress: address.read,

    async test({ credentials, slot = 1 }) {
      if (kept === undefined) return fail('not-allowed', 'a profile for practice has no connection')
      if (tested?.slot !== slot) tested = undefined
      const isWanted = credentials?.clientSecret === undefined && tested === undefined
      const current = slot === 1 ? await inUse(kept.connection, isWanted) : undefined
      const connection = connectionToTest(
        credentials,
        address,
        [tested?.connection, current].filter((one) => one !== undefined),
      )
      if (typeof connection === 'string') {
        tested = tested && { ...tested, mayKeep: false }
        return ok(failedReport(connection, 'reach'))
      }
      const { connection: found, report } = await tryFree(connection, slot)
      if (report.mayKeep) parts.onPassed()
      tested = { connection: found, slot, mayKeep: report.mayKeep }
      const answered = DIALECT_NAMES.find((name) => report.fault === `speaks-${name}`)
      if (answered !== undefined) address.adopt(spokenBy('generic', answered))
      return ok(report)
    },

    async keep({ where, slot = 1 }) {
      if (kept === undefined) return fail('not-allowed', 'a profile for practice has no connection')
      if (!tested?.mayKeep || tested.slot !== slot) return fail('not-allowed', 'only what was tried can be kept')
      const { connection } = tested
      const stored = await (slot === 1 ? kept.keep(connection, where) : parts.keepFurther(slot, connection, where))
      if (!stored.ok) return ok({ trouble: stored.code })
      await clearSecret(parts.clipboard, connection.clientSecret)
      address.forget()
      tested = undefined
      if (slot === 1) parts.onKept()
      return ok({})
    },

    paste: async () => ok({ text: (await readClipboard(parts.clipboard)).slice(0, MAX_PASTED_CHARACTERS) }),

    async file() {
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
