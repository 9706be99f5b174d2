import { isIPv4 } from 'node:net'
import type { MdnsPacket, OpenMdns } from './mdns.ts'
import { answerName, questionName } from './search-names.ts'
import { portIn } from './station-finder.ts'
import type { StationAddress } from './tls-link.ts'

/** How long one search lasts. */
const SEARCH_MS = 2_000
/** A question may be lost. */
const ASK_EVERY_MS = 700
const MAX_PACKETS = 500
const MAX_RECORDS = 32
/** Another machine can repeat an answer from its own addresses. */
const MAX_FOUND = 8

/**
 * Searches for the joined station at other addresses, by multicast DNS. The results are unproved: only the station's
 * key proves it. Resolves when the search is over; never rejects.
 */
export function searchJoinedStation(parts: {
  readonly openMdns: OpenMdns
  readonly setTimer: (ms: number, task: () => void) => () => void
  readonly deviceId: string
  readonly signal: AbortSignal
  readonly onFound: (address: StationAddress) => void
}): Promise<void> {
  const { openMdns, setTimer, deviceId, signal, onFound } = parts
  if (signal.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const asked = new Set<string>()
  const found = new Set<string>()
  const cancels: (() => void)[] = []
  let packets = 0
  const mdns = openMdns()
  const end = (): void => {
    for (const cancel of cancels) cancel()
    signal.removeEventListener('abort', end)
    mdns.close()
    resolve()
  }
  mdns.onPacket((packet, from) => {
    packets += 1
    if (packets > MAX_PACKETS) return end()
    const port = portFor(packet, asked, deviceId)
    if (port === undefined || !isIPv4(from) || found.size >= MAX_FOUND) return
    const place = `${from}:${port}`
    if (found.has(place)) return
    found.add(place)
    onFound({ host: from, port })
  })
  const ask = (): void => {
    const name = questionName(deviceId)
    asked.add(name)
    mdns.ask(name, 'SRV')
  }
  for (let at = 0; at < SEARCH_MS; at += ASK_EVERY_MS) cancels.push(setTimer(at, ask))
  cancels.push(setTimer(SEARCH_MS, end))
  signal.addEventListener('abort', end, { once: true })
  return promise
}

/** The port in an answer to one of these questions whose proof is right. */
function portFor(packet: MdnsPacket, asked: ReadonlySet<string>, deviceId: string): number | undefined {
  for (const { type, name, data } of packet.answers.slice(0, MAX_RECORDS)) {
    if (type !== 'SRV' || !asked.has(name)) continue
    const port = portIn(data)
    const target = typeof data === 'object' && data !== null && 'target' in data ? data.target : undefined
    if (port !== undefined && target === answerName(deviceId, name, port)) return port
  }
  return undefined
}
