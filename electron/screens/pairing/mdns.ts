import { createSocket } from 'node:dgram'
import createMdns from 'multicast-dns'
import { messageOf } from '../../../shared/result.ts'
import type { Log } from '../../logging/log-port.ts'

/** The fields of a record that this program reads or writes. `data` comes from the network and is unchecked. */
export type MdnsRecord = {
  readonly type: string
  readonly name: string
  readonly data?: unknown
  /** Seconds. */
  readonly ttl?: number
  readonly class?: string
}

export type MdnsPacket = {
  readonly questions: readonly { readonly type: string; readonly name: string }[]
  readonly answers: readonly MdnsRecord[]
  readonly additionals: readonly MdnsRecord[]
}

export type MdnsListener = (packet: MdnsPacket, fromAddress: string) => void

/** Multicast DNS on this network. Never throws: a failure is only logged. */
export type Mdns = {
  onPacket(listener: MdnsListener): void
  /** Asks which services of this kind exist. */
  ask(name: string): void
  answer(records: readonly MdnsRecord[]): void
  close(): void
}

export type OpenMdns = () => Mdns

/** @param monotonicNow milliseconds @param port for tests; absent: 5353 */
export function openMdns(log: Log, monotonicNow: () => number, port?: number): Mdns {
  const failed = (error: unknown): void => log.warn('mdns-failed', { error: messageOf(error) })
  try {
    return openSocket(failed, monotonicNow, port)
  } catch (error) {
    failed(error)
    return { onPacket: () => undefined, ask: () => undefined, answer: () => undefined, close: () => undefined }
  }
}

/** A socket that drops packets before the library decodes them. */
function gatedSocket(admits: (packet: Buffer) => boolean) {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  const emit = socket.emit.bind(socket)
  return Object.assign(socket, {
    emit: (event: string, ...args: unknown[]): boolean =>
      event === 'message' && Buffer.isBuffer(args[0]) && !admits(args[0])
        ? false
        : Reflect.apply(emit, socket, [event, ...args]),
  })
}

function openSocket(failed: (error: unknown) => void, monotonicNow: () => number, port: number | undefined): Mdns {
  const socket = gatedSocket(createPacketGate(monotonicNow))
  const mdns = createMdns({ socket, ...(port === undefined ? {} : { port }) })
  let isClosed = false
  const close = (): void => {
    if (isClosed) return
    isClosed = true
    mdns.destroy()
  }
  // The port is held by another program, or the network has no multicast: staff type the address.
  mdns.on('error', (error: unknown) => {
    failed(error)
    close()
  })
  const sent = (error: unknown): void => {
    if (error) failed(error)
  }
  return {
    onPacket(listener) {
      mdns.on('packet', (packet, from) => {
        if (isClosed) return
        try {
          listener(
            { questions: packet.questions, answers: packet.answers, additionals: packet.additionals },
            from.address,
          )
        } catch (error) {
          // Without this, a malformed packet would end the program.
          failed(error)
        }
      })
    },
    ask(name) {
      if (!isClosed) mdns.query({ questions: [{ name, type: 'PTR' }] }, sent)
    },
    answer(records) {
      // `announcer.ts` makes the records. The library declares them as another union of types.
      if (!isClosed) mdns.respond({ answers: [...records] as never }, sent)
    },
    close,
  }
}

/** Without a jumbo frame no packet is larger. */
const MAX_BYTES = 1_500
const MAX_QUESTIONS = 16
const MAX_RECORDS = 32
/** References from one name to earlier ones. */
const MAX_JUMPS = 16
/** Packets that are decoded in one second; a shop's network has a few. */
const MAX_A_SECOND = 100
const SECOND_MS = 1_000

const HEADER_BYTES = 12
const POINTER = 0xc0
/** Bytes before the name in the data of a record, by the number of its type: PTR, SRV. */
const NAME_AT: ReadonlyMap<number, number> = new Map([
  [12, 0],
  [33, 6],
])
/** A, TXT, AAAA: data without a name. */
const NAMELESS: ReadonlySet<number> = new Set([1, 16, 28])

/**
 * The offset after a name. Throws when it ends outside of the packet or has too many references: the names of one packet of
 * 64 kB, each a chain of references, take the library half a second.
 */
function skipName(packet: Buffer, start: number): number {
  let end: number | undefined
  let at = start
  let jumps = 0
  for (let length = packet.readUInt8(at); length !== 0; length = packet.readUInt8(at)) {
    if (length < POINTER) {
      at += 1 + length
      continue
    }
    end ??= at + 2
    jumps += 1
    at = packet.readUInt16BE(at) & 0x3fff
    if (jumps > MAX_JUMPS) throw new RangeError('too many references')
  }
  return end ?? at + 1
}

function skipRecord(packet: Buffer, start: number): number {
  const at = skipName(packet, start)
  const type = packet.readUInt16BE(at)
  const data = at + 10
  const name = NAME_AT.get(type)
  if (name !== undefined) skipName(packet, data + name)
  else if (!NAMELESS.has(type)) throw new RangeError('a record of another type')
  return data + packet.readUInt16BE(data - 2)
}

/**
 * Whether a packet may be decoded: the work is bounded, and it has only the records that main computers and screens
 * send.
 */
export function isBounded(packet: Buffer): boolean {
  try {
    if (packet.length > MAX_BYTES) return false
    const questions = packet.readUInt16BE(4)
    const records = packet.readUInt16BE(6) + packet.readUInt16BE(8) + packet.readUInt16BE(10)
    if (questions > MAX_QUESTIONS || records > MAX_RECORDS) return false
    let at = HEADER_BYTES
    for (let question = 0; question < questions; question += 1) at = skipName(packet, at) + 4
    for (let record = 0; record < records; record += 1) at = skipRecord(packet, at)
    return at <= packet.length
  } catch {
    return false
  }
}

/**
 * SECURITY: mdns-bounds (docs/security.md). Decides before a packet of the network is decoded on the main thread: neither its
 * content nor their number may stop the main computer.
 */
export function createPacketGate(monotonicNow: () => number): (packet: Buffer) => boolean {
  let second = 0
  let packets = 0
  return (packet) => {
    const now = Math.floor(monotonicNow() / SECOND_MS)
    if (now !== second) packets = 0
    second = now
    packets += 1
    return packets <= MAX_A_SECOND && isBounded(packet)
  }
}
