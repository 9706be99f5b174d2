import type { MdnsPacket, MdnsRecord, OpenMdns } from './mdns.ts'

/** The kind of service by which a station that waits for a screen is found (RFC 6763). */
export const SERVICE = '_comanda._tcp.local'
const HOST = 'comanda-station.local'
/** Seconds. A station is announced for minutes, and a screen looks for seconds. */
const TTL = 10
/** Longest label of a DNS name. */
const MAX_LABEL_BYTES = 63
/** An answer goes to the whole network, so one a second serves every screen that asks. */
const ANSWER_EVERY_MS = 1_000
/** Packets of the network that are read for one announcement; far more than a shop has in ten minutes. */
const MAX_PACKETS = 5_000

const isQuestion = ({ questions }: MdnsPacket): boolean =>
  questions.slice(0, 16).some(({ name, type }) => type === 'PTR' && String(name).toLowerCase() === SERVICE)

/** The name as one DNS label: without dots, and cut to 63 bytes. */
export function labelOf(name: string): string {
  let label = ''
  for (const character of name.replaceAll('.', ' ')) {
    if (Buffer.byteLength(label + character) > MAX_LABEL_BYTES) break
    label += character
  }
  return label.trim() || 'Comanda'
}

const recordsOf = (name: string, port: number): readonly MdnsRecord[] => {
  const instance = `${labelOf(name)}.${SERVICE}`
  const common = { ttl: TTL, class: 'IN' }
  return [
    { ...common, type: 'PTR', name: SERVICE, data: instance },
    { ...common, type: 'SRV', name: instance, data: { port, target: HOST, priority: 0, weight: 0 } },
  ]
}

export type Announcement = { end(): void }

/**
 * Answers screens that search for a station while a pairing is open. Without an open pairing no socket is open, so the
 * network cannot learn that the shop runs this program. The answer has the name of the computer and the port; the
 * address is that of the packet.
 */
export function announce(parts: {
  readonly openMdns: OpenMdns
  readonly name: string
  readonly port: number
  /** Whether the pairing is still open. */
  readonly isOpen: () => boolean
  /** Milliseconds of the monotonic clock. */
  readonly monotonicNow: () => number
}): Announcement {
  const { openMdns, name, port, isOpen, monotonicNow } = parts
  const mdns = openMdns()
  const records = recordsOf(name, port)
  let packets = 0
  let answeredAt: number | undefined
  mdns.onPacket((packet) => {
    packets += 1
    if (!isOpen() || packets > MAX_PACKETS) return mdns.close()
    if (!isQuestion(packet)) return
    const now = monotonicNow()
    if (answeredAt !== undefined && now - answeredAt < ANSWER_EVERY_MS) return
    answeredAt = now
    mdns.answer(records)
  })
  return { end: mdns.close }
}
