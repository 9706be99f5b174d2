import { isIPv4 } from 'node:net'
import { type FoundStation, MAX_FOUND, STATION_PORT } from '../../../shared/screens.ts'
import { SERVICE } from './announcer.ts'
import type { Mdns, MdnsPacket, MdnsRecord, OpenMdns } from './mdns.ts'
import { nameSchema } from './pairing-messages.ts'

/** How long a search lasts. */
const SEARCH_MS = 3_000
/** A question may be lost, or arrive within the second after another answer. */
const ASK_EVERY_MS = 1_100
/** Most packets that are read in one search. */
const MAX_PACKETS = 500
const MAX_RECORDS = 32
/** Most stations of one address, which may run several profiles. Without a limit one machine could fill the list. */
const MAX_OF_ADDRESS = 3

/** The port in the data of an `SRV` record. */
const portIn = (data: unknown): number | undefined => {
  const port = typeof data === 'object' && data !== null && 'port' in data ? data.port : undefined
  return typeof port === 'number' && Number.isInteger(port) && port > 0 && port <= 65_535 ? port : undefined
}

/** A station in one packet. Only the name and the port are read; the address is that from which the packet came. */
export function stationIn(packet: MdnsPacket, from: string): FoundStation | undefined {
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
  return { name: name.data, address: port === STATION_PORT ? from : `${from}:${port}` }
}

/**
 * Searches for stations with an open pairing. The results are unproved: any machine can answer under any name, and only
 * the code proves a station. Never rejects.
 */
export function findStations(parts: {
  readonly openMdns: OpenMdns
  readonly setTimer: (ms: number, task: () => void) => () => void
}): Promise<readonly FoundStation[]> {
  const { openMdns, setTimer } = parts
  const { promise, resolve } = Promise.withResolvers<readonly FoundStation[]>()
  const found: FoundStation[] = []
  const ofAddress = new Map<string, number>()
  const cancels: (() => void)[] = []
  let packets = 0
  const end = (mdns: Mdns): void => {
    for (const cancel of cancels) cancel()
    mdns.close()
    resolve(found)
  }
  const mdns = openMdns()
  mdns.onPacket((packet, from) => {
    packets += 1
    if (packets > MAX_PACKETS) return end(mdns)
    const station = stationIn(packet, from)
    const known = ofAddress.get(from) ?? 0
    if (station === undefined || found.some(({ address }) => address === station.address)) return
    if (known >= MAX_OF_ADDRESS || found.length >= MAX_FOUND) return
    ofAddress.set(from, known + 1)
    found.push(station)
  })
  for (let at = 0; at < SEARCH_MS; at += ASK_EVERY_MS) cancels.push(setTimer(at, () => mdns.ask(SERVICE)))
  cancels.push(setTimer(SEARCH_MS, () => end(mdns)))
  return promise
}
