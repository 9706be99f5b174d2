import { createSocket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { z } from 'zod'
import { type FoundComputer, MAX_FOUND, SCREENS_PORT } from '../../../shared/contract/screens.ts'
import { parseJsonText } from '../../../shared/json-text.ts'
import { messageOf } from '../../../shared/result.ts'
import type { Log } from '../../logging/log-port.ts'
import { nameSchema } from './pairing-messages.ts'

/** What a screen sends to every computer of the network, as one datagram to UDP port 47180. */
const QUESTION = 'comanda?'
/** What a main computer with an open pairing answers: its name, and the TCP port of its screens. The address is the sender's. */
const answerSchema = z.object({ comanda: nameSchema, port: z.int().min(1).max(65_535) })
const MAX_NAME = 60

export type Sender = { readonly address: string; readonly port: number }

/** Datagrams on this network. Never throws: a failure is only logged. */
export type Datagrams = {
  onText(listener: (text: string, from: Sender) => void): void
  send(text: string, to: Sender): void
  /** Sends to every computer of the networks of this machine. */
  broadcast(text: string): void
  close(): void
}

/** A main computer receives questions at the port that screens know. */
export type OpenDatagrams = (side: 'main-computer' | 'screen') => Datagrams

/** The broadcast address of a network: the bits outside of the mask are ones. */
export function broadcastOf({ address, netmask }: { readonly address: string; readonly netmask: string }): string {
  const masks = netmask.split('.').map(Number)
  return address
    .split('.')
    .map((part, at) => Number(part) | (~(masks[at] ?? 0) & 0xff))
    .join('.')
}

function broadcastAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? [])
  const here = all.filter(({ family }) => family === 'IPv4')
  const outside = here.filter(({ internal }) => !internal)
  return new Set((outside.length > 0 ? outside : here).map(broadcastOf))
}

/** @param askedPort the UDP port of questions; tests use another one */
export const openDatagrams =
  (log: Log, askedPort: number = SCREENS_PORT): OpenDatagrams =>
  (side) => {
    const socket = createSocket({ type: 'udp4', reuseAddr: true })
    let isClosed = false
    const failed = (error: unknown): void => {
      if (error) log.warn('discovery-failed', { error: messageOf(error) })
    }
    const close = (): void => {
      if (isClosed) return
      isClosed = true
      socket.close()
    }
    const whenBound = new Promise<boolean>((resolve) => {
      // The port is held by another program, or there is no network: staff type the address.
      socket.on('error', (error) => {
        failed(error)
        close()
        resolve(false)
      })
      socket.bind(side === 'screen' ? 0 : askedPort, () => {
        socket.setBroadcast(true)
        resolve(true)
      })
    })
    const send = (text: string, to: Sender): void => {
      void whenBound.then((isBound) => {
        if (isBound && !isClosed) socket.send(text, to.port, to.address, failed)
      })
    }
    return {
      onText: (listener) => void socket.on('message', (bytes, from) => isClosed || listener(bytes.toString(), from)),
      send,
      broadcast: (text) => {
        for (const address of broadcastAddresses()) send(text, { address, port: askedPort })
      },
      close,
    }
  }

/** Datagrams whose content is read in one second; a shop's network has a few. */
const MAX_A_SECOND = 100
/** Answers in one second: each screen asks three times. */
const MAX_ANSWERS = 10
const SECOND_MS = 1_000
/** Longer texts are not read. */
const MAX_CHARACTERS = 500

/**
 * SECURITY: discovery-bounds (docs/security.md). Whether one more may be done in this second: the network may neither stop the
 * main thread nor use this computer to flood another one.
 */
export function createSecondLimit(most: number, monotonicNow: () => number): () => boolean {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(monotonicNow() / SECOND_MS)
    if (now !== second) count = 0
    second = now
    count += 1
    return count <= most
  }
}

/**
 * Answers screens that search for a main computer while a pairing is open. Without an open pairing no socket is open,
 * so the network cannot learn that the shop runs this program.
 */
export function announce(parts: {
  readonly open: OpenDatagrams
  readonly name: string
  readonly port: number
  /** Whether the pairing is still open. */
  readonly isOpen: () => boolean
  /** Milliseconds of the monotonic clock. */
  readonly monotonicNow: () => number
}): { end(): void } {
  const { open, name, port, isOpen, monotonicNow } = parts
  const datagrams = open('main-computer')
  const mayAnswer = createSecondLimit(MAX_ANSWERS, monotonicNow)
  const answer = JSON.stringify({ comanda: name.slice(0, MAX_NAME) || 'Comanda', port })
  datagrams.onText((text, from) => {
    if (!isOpen()) return datagrams.close()
    if (text === QUESTION && mayAnswer()) datagrams.send(answer, from)
  })
  return { end: datagrams.close }
}

/** How long a search lasts. */
const SEARCH_MS = 3_000
/** A question may be lost. */
const ASK_EVERY_MS = 1_000
/** Most main computers of one address, which may run several profiles. Without a limit one machine could fill the list. */
const MAX_OF_ADDRESS = 3

/** The main computer of an answer. Only its name and its port are read. */
export function computerIn(text: string, from: string): FoundComputer | undefined {
  if (!isIPv4(from) || text.length > MAX_CHARACTERS) return undefined
  const answer = answerSchema.safeParse(parseJsonText(text))
  if (!answer.success) return undefined
  const { comanda: name, port } = answer.data
  return { name, address: port === SCREENS_PORT ? from : `${from}:${port}` }
}

/**
 * Searches for main computers with an open pairing. The results are unproved: any machine can answer under any name,
 * and only the code proves a main computer. Never rejects.
 */
export function findComputers(parts: {
  readonly open: OpenDatagrams
  readonly setTimer: (ms: number, task: () => void) => () => void
  readonly monotonicNow: () => number
}): Promise<readonly FoundComputer[]> {
  const { open, setTimer, monotonicNow } = parts
  const { promise, resolve } = Promise.withResolvers<readonly FoundComputer[]>()
  const found: FoundComputer[] = []
  const ofAddress = new Map<string, number>()
  const mayRead = createSecondLimit(MAX_A_SECOND, monotonicNow)
  const datagrams = open('screen')
  datagrams.onText((text, { address: from }) => {
    const main = mayRead() ? computerIn(text, from) : undefined
    const known = ofAddress.get(from) ?? 0
    if (main === undefined || found.some(({ address }) => address === main.address)) return
    if (known >= MAX_OF_ADDRESS || found.length >= MAX_FOUND) return
    ofAddress.set(from, known + 1)
    found.push(main)
  })
  for (let at = 0; at < SEARCH_MS; at += ASK_EVERY_MS) setTimer(at, () => datagrams.broadcast(QUESTION))
  setTimer(SEARCH_MS, () => {
    datagrams.close()
    resolve(found)
  })
  return promise
}
