import { isIPv4 } from 'node:net'
import { type FoundComputer, MAX_FOUND, SCREENS_PORT } from '../../../shared/contract/screens.ts'
import type { Mdns, MdnsPacket, MdnsRecord, OpenMdns } from './mdns.ts'
import { nameSchema } from './pairing-messages.ts'

/** The kind of service by which a main computer that waits for a screen is found (RFC 6763). */
export const SERVICE = '_comanda._tcp.local'
const HOST = 'comanda-station.local'
/** Seconds. A main computer is announced for minutes, and a screen looks for seconds. */
const TTL = 10
/** Longest label of a DNS name. */
const MAX_LABEL_BYTES = 63
/** An answer goes to the whole network, so one a second serves every screen that asks. */
const ANSWER_EVERY_MS = 1_000

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

/**
 * Answers screens that search for a main computer while a pairing is open. Without an open pairing no socket is open,
 * so the network cannot learn that the shop runs this program. The answer has the name of the computer and the port;
 * the address is that of the packet.
 */
export function announce(parts: {
  readonly openMdns: OpenMdns
  readonly name: string
  readonly port: number
  /** Whether the pairing is still open. */
  readonly isOpen: () => boolean
  /** Milliseconds of the monotonic clock. */
  readonly monotonicNow: () => number
}): { end(): void } {
  const { openMdns, name, port, isOpen, monotonicNow } = parts
  const mdns = openMdns()
  const records = recordsOf(name, port)
  let answeredAt: number | undefined
  mdns.onPacket((packet) => {
    if (!isOpen()) return mdns.close()
    if (!isQuestion(packet)) return
    const now = monotonicNow()
    if (answeredAt !== undefined && now - answeredAt < ANSWER_EVERY_MS) return
    answeredAt = now
    mdns.answer(records)
  })
  return { end: mdns.close }
}

/** How long a search lasts. */
const SEARCH_MS = 3_000
/** A question may be lost, or arrive within the second after another answer. */
const ASK_EVERY_MS = 1_100
const MAX_RECORDS = 32
/**
 * Most main computers of one address, which may run several profiles. Without a limit one machine could fill the list.
 */
const MAX_OF_ADDRESS = 3

/** The port in the data of an `SRV` record. */
const portIn = (data: unknown): number | undefined => {
  const port = typeof data === 'object' && data !== null && 'port' in data ? data.port : undefined
  return typeof port === 'number' && Number.isInteger(port) && port > 0 && port <= 65_535 ? port : undefined
}

/** A main computer in one packet. Only the name and the port are read; the address is that from which the packet came. */
export function computerIn(packet: MdnsPacket, from: string): FoundComputer | undefined {
  if (!isIPv4(from)) return undefined
  const records = [...packet.answers.slice(0, MAX_RECORDS), ...packet.additionals.slice(0, MAX_RECORDS)]
  const suffix = `.${SERVICE}`
  const isOurs = ({ type, name }: MdnsRecord): boolean =>
    type === 'SRV' && typeof name === 'string' && name.toLowerCase().endsWith(suffix)
  const service = records.find(isOurs)
  const port = portIn(service?.data)
  if (service === undefined || port === undefined) return undefined
  const name = nameSchema.safeParse(service.name.slice(0, -suffix.length))
  if (!name.success) return undefined
  return { name: name.data, address: port === SCREENS_PORT ? from : `${from}:${port}` }
}

/**
 * Searches for main computers with an open pairing. The results are unproved: any machine can answer under any name,
 * and only the code proves a main computer. Never rejects.
 */
export function findComputers(parts: {
  readonly openMdns: OpenMdns
  readonly setTimer: (ms: number, task: () => void) => () => void
}): Promise<readonly FoundComputer[]> {
  const { openMdns, setTimer } = parts
  const { promise, resolve } = Promise.withResolvers<readonly FoundComputer[]>()
  const found: FoundComputer[] = []
  const ofAddress = new Map<string, number>()
  const cancels: (() => void)[] = []
  const end = (mdns: Mdns): void => {
    for (const cancel of cancels) cancel()
    mdns.close()
    resolve(found)
  }
  const mdns = openMdns()
  mdns.onPacket((packet, from) => {
    const main = computerIn(packet, from)
    const known = ofAddress.get(from) ?? 0
    if (main === undefined || found.some(({ address }) => address === main.address)) return
    if (known >= MAX_OF_ADDRESS || found.length >= MAX_FOUND) return
    ofAddress.set(from, known + 1)
    found.push(main)
  })
  for (let at = 0; at < SEARCH_MS; at += ASK_EVERY_MS) cancels.push(setTimer(at, () => mdns.ask(SERVICE)))
  cancels.push(setTimer(SEARCH_MS, () => end(mdns)))
  return promise
}
