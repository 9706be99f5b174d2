import type { MdnsRecord, OpenMdns } from './mdns.ts'
import { answerName, askingScreen } from './search-names.ts'

/** Seconds: the name of a question is used once. */
const TTL = 1
const MAX_QUESTIONS = 16
/** Questions that are checked in one second; 32 screens ask once in 10 s. */
const MAX_A_SECOND = 64
const SECOND_MS = 1_000

/**
 * Answers paired screens that search for this station, with the port; the address is that of the packet. A question
 * without the proof of a listed screen gets no answer.
 */
export function answerSearches(parts: {
  readonly openMdns: OpenMdns
  /** Ids of the screens that may look for this station. */
  readonly deviceIds: () => readonly string[]
  readonly port: number
  /** Milliseconds of the monotonic clock. */
  readonly monotonicNow: () => number
}): { end(): void } {
  const { openMdns, deviceIds, port, monotonicNow } = parts
  const mdns = openMdns()
  let second = 0
  let questionsInSecond = 0
  // SECURITY: search-answers (docs/security.md). A request from a neighbour gets no information.
  const answerTo = (name: string): MdnsRecord | undefined => {
    const deviceId = askingScreen(name, deviceIds())
    if (deviceId === undefined) return undefined
    const data = { port, target: answerName(deviceId, name, port), priority: 0, weight: 0 }
    return { ttl: TTL, class: 'IN', type: 'SRV', name, data }
  }
  mdns.onPacket(({ questions }) => {
    const now = Math.floor(monotonicNow() / SECOND_MS)
    if (now !== second) questionsInSecond = 0
    second = now
    for (const { name, type } of questions.slice(0, MAX_QUESTIONS)) {
      if (type !== 'SRV' || typeof name !== 'string' || questionsInSecond >= MAX_A_SECOND) continue
      questionsInSecond += 1
      const answer = answerTo(name)
      if (answer !== undefined) mdns.answer([answer])
    }
  })
  return { end: mdns.close }
}
