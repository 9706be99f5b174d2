import type { LedgerDraft, RequestLedger } from './request-ledger.ts'

/** More token calls a minute than the most generous hosts allow. */
const TOKEN_CALLS_PER_MINUTE_BEFORE_COMPLAINT = 20
const MINUTE_MS = 60_000
/** A caller's timer may fire a little early, and a header counts whole seconds. */
const RETRY_TOLERANCE_MS = 100

export type Conduct = ReturnType<typeof createConduct>

/** Watches how the caller behaves over several requests: in flight together, repeated, too early, too often. */
export function createConduct(ledger: RequestLedger, clock: () => number) {
  const inFlight = new Set<LedgerDraft>()
  const conflicts = new Set<string>()
  const notBefore = new Map<string, number>()
  const tokenCalls: number[] = []

  const callOf = (entry: LedgerDraft) => `${entry.route} ${entry.orderId ?? ''}`
  const isMove = (entry: LedgerDraft) => entry.action !== undefined && entry.action !== 'validateCode'

  const complainAboutCompany = (entry: LedgerDraft) => {
    for (const other of inFlight) {
      if (entry.route === 'poll' && other.route === 'poll' && entry.clientId === other.clientId) {
        ledger.complain(entry, 'concurrent-polls', 'a second poll of one credential splits its queue')
      }
      if (entry.route === 'token' && other.route === 'token') {
        ledger.complain(entry, 'concurrent-token-calls', 'two token calls at once')
      }
      if (isMove(entry) && isMove(other) && entry.orderId === other.orderId) {
        ledger.complain(entry, 'concurrent-operations', `${entry.action} while ${other.action} is not answered`)
      }
    }
  }

  const tokenCallsLastMinute = () => {
    while (tokenCalls[0] !== undefined && tokenCalls[0] <= clock() - MINUTE_MS) tokenCalls.shift()
    return tokenCalls.length
  }

  return {
    /** A request has arrived and its credential, where it has one, is known. */
    begin(entry: LedgerDraft): void {
      complainAboutCompany(entry)
      inFlight.add(entry)
      const call = callOf(entry)
      const allowedAt = notBefore.get(call)
      if (allowedAt !== undefined && clock() < allowedAt - RETRY_TOLERANCE_MS) {
        ledger.complain(entry, 'retried-too-early', `${allowedAt - clock()} ms before Retry-After has passed`)
      }
      if (isMove(entry) && conflicts.has(call)) {
        ledger.complain(entry, 'repeated-after-conflict', `${entry.action} again after the platform refused it`)
      }
      if (entry.route !== 'token') return
      tokenCalls.push(clock())
      if (tokenCallsLastMinute() > TOKEN_CALLS_PER_MINUTE_BEFORE_COMPLAINT) {
        ledger.complain(entry, 'too-many-token-calls', `${tokenCalls.length} token calls within a minute`)
      }
    },

    tokenCallsLastMinute,

    /** The answer was sent, or the request was closed. */
    end(entry: LedgerDraft): void {
      inFlight.delete(entry)
      const refused = entry.status === 409 || entry.status === 422
      if (refused && isMove(entry) && entry.ending === 'whole') conflicts.add(callOf(entry))
    },

    /** The caller was told when to come back. @param until milliseconds since 1970 */
    askToWait(entry: LedgerDraft, until: number): void {
      notBefore.set(callOf(entry), until)
    },
  }
}
