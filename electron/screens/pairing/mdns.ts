import { createSocket } from 'node:dgram'
import createMdns from 'multicast-dns'
import { messageOf } from '../../../shared/result.ts'
import type { Log } from '../../logging/log-port.ts'
import { createPacketGate } from './mdns-bounds.ts'

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
