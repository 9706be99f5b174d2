import { constants } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import { WebSocketServer } from 'ws'
import { messageOf } from '../../../shared/result.ts'
import {
  addressOf,
  type ConnectionCaps,
  createConnectionCap,
  createFloodGate,
  createRefusalLog,
  type FloodRule,
  listenExclusively,
} from '../../listening/limited-server.ts'
import { type Log, watchPromise } from '../../logging/log-port.ts'
import type { ScreenListener } from '../link/link-messages.ts'
import type { Device, DeviceRegistry } from './device-registry.ts'
import { type Identity, peerKeyOf } from './identity.ts'
import { PAIR_PATH, SCREEN_PATH } from './pairing-messages.ts'
import { type PairingSession, pairScreen } from './pairing-session.ts'
import { type ChannelBounds, type OwnChannel, webSocketChannel } from './web-socket-channel.ts'

type AdmissionCaps = {
  /** Connections that are not authenticated yet. */
  readonly waiting: ConnectionCaps
  /** Milliseconds from the first packet until a connection has to be authenticated. */
  readonly limitMs: number
  /** TLS handshakes: each costs this machine about a millisecond. */
  readonly ofAddress: FloodRule
  readonly ofAll: FloodRule
}

/**
 * Thirty screens that reconnect together after a power cut are accepted at once; a flood costs a few percent of one
 * core.
 */
const CAPS: AdmissionCaps = {
  waiting: { perAddress: 32, total: 64 },
  limitMs: 10_000,
  ofAddress: { burst: 48, perSecond: 8 },
  ofAll: { burst: 96, perSecond: 32 },
}

/** The other end of a connection. A TLS socket has the same as the socket below it. */
type Endpoint = Pick<Socket, 'remoteAddress' | 'remotePort'>

/**
 * SECURITY: screens-limits (docs/security.md). When too many connections without a proved key wait, the oldest of the
 * address with most is ended. Idle sockets keep no screen out; a connected screen stays.
 * @param monotonicNow milliseconds of the monotonic clock
 */
export function createAdmission(monotonicNow: () => number, caps: AdmissionCaps = CAPS) {
  const ofAddress = createFloodGate(monotonicNow, caps.ofAddress)
  const ofAll = createFloodGate(monotonicNow, caps.ofAll)
  const cap = createConnectionCap(caps.waiting)
  const waiting = new Map<string, () => void>()

  return {
    /** False: over the limit. The caller closes the socket before the handshake. */
    admits(socket: Socket): boolean {
      const address = addressOf(socket)
      if (!ofAddress.isOpen(address) || !ofAll.isOpen('')) return false
      ofAddress.charge(address)
      ofAll.charge('')
      const uncount = cap(socket)
      const timer = setTimeout(() => socket.destroy(), caps.limitMs)
      const name = nameOf(socket)
      const release = (): void => {
        clearTimeout(timer)
        uncount()
        // The port may be in use by a newer connection by now.
        if (waiting.get(name) === release) waiting.delete(name)
      }
      waiting.set(name, release)
      socket.once('close', release)
      return true
    },
    /** Call when a connection is authenticated: it is no longer counted and never closed in favour of others. */
    release: (endpoint: Endpoint): void => waiting.get(nameOf(endpoint))?.(),
  }
}

const nameOf = ({ remoteAddress, remotePort }: Endpoint): string => `${remoteAddress} ${remotePort}`

/** Far more than the largest message of a screen: taps, reports of drawn tickets, places of tickets. */
const MAX_FRAME_BYTES = 1_048_576
const MAX_HEADER_BYTES = 4_096
const HANDSHAKE_LIMIT_MS = 5_000
const HEADERS_LIMIT_MS = 3_000
const CHECK_MS = 1_000
/** Time for pending writes when the listener stops. */
const CLOSE_LIMIT_MS = 1_000

const BOUNDS: ChannelBounds = { roundMs: 10_000, messages: 2_000, bytes: 16 * MAX_FRAME_BYTES }

export type ScreenListenerParts = {
  readonly identity: Identity
  readonly devices: DeviceRegistry
  readonly session: PairingSession
  /** The name of this main computer on the screen. */
  readonly stationName: () => string
  /** The address to listen on. */
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Milliseconds of the monotonic clock. */
  readonly monotonicNow: () => number
  readonly log: Log
  readonly caps?: AdmissionCaps
}

/** The listener, and which devices are at it. */
export interface ListeningScreens extends ScreenListener {
  /** Ids of the devices that have a channel now. */
  connected(): readonly string[]
}

/**
 * The main computer's side of all links. They use TLS 1.3, and both ends prove a key. A key on the list gets a channel.
 * While a pairing is open, another key may try the code. Every other connection is refused.
 */
export function createScreenListener(parts: ScreenListenerParts): ListeningScreens {
  const { identity, devices, host, port, monotonicNow, log, caps } = parts
  const admission = createAdmission(monotonicNow, caps)
  const channels = new Map<string, OwnChannel>()
  const sockets = new Set<Socket>()
  const refused = createRefusalLog(monotonicNow, (refusal) => log.warn('connection-refused', refusal))
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, clientTracking: false })
  let onScreen: Parameters<ScreenListener['start']>[0] = (channel) => channel.close('not started')

  const recordConnected = (device: Device): void => {
    try {
      devices.recordSeen(device.id)
    } catch (error) {
      log.warn('screen-not-noted', { error: messageOf(error) })
    }
  }
  const open = (channel: OwnChannel, device: Device): void => {
    channels.get(device.id)?.end('replaced')
    channels.set(device.id, channel)
    recordConnected(device)
    channel.onClose(() => {
      if (channels.get(device.id) === channel) channels.delete(device.id)
      recordConnected(device)
    })
    onScreen(channel, { id: device.id, name: device.name })
  }
  devices.onRevoked((id) => channels.get(id)?.end('revoked'))

  const secured = createTlsServer(identity)
  secured.on('tlsClientError', (error: NodeJS.ErrnoException) => refused(error.code ?? 'tls'))
  secured.on('secureConnection', (socket) => {
    if (peerKeyOf(socket) !== undefined) return
    refused('no-key')
    socket.destroy()
  })
  secured.on('request', (_request, response) => {
    response.writeHead(404, { Connection: 'close', 'Content-Length': '0' }).end()
  })
  secured.on('upgrade', (request, socket, head) => {
    const refuse = (status: string, cause: string): void => {
      refused(cause)
      refuseUpgrade(socket, status)
    }
    if (!(socket instanceof TLSSocket)) return refuse('403 Forbidden', 'no-key')
    const key = peerKeyOf(socket)
    if (key === undefined) return refuse('403 Forbidden', 'no-key')
    if (request.url === SCREEN_PATH) {
      const device = devices.byKey(key)
      if (device === undefined) return refuse('403 Forbidden', 'not-paired')
      webSockets.handleUpgrade(request, socket, head, (webSocket) => {
        admission.release(socket)
        open(webSocketChannel(webSocket, BOUNDS), device)
      })
      return
    }
    if (request.url !== PAIR_PATH) return refuse('404 Not Found', 'path')
    if (parts.session.state().state !== 'open') return refuse('409 Conflict', 'not-open')
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const keys = { main: identity.fingerprint, screen: key }
      watchPromise(pairScreen(webSocket, keys, parts), log, 'pairing-threw')
    })
  })

  const front = createTcpServer({ noDelay: true }, (socket) => {
    // An error before TLS has begun affects this socket only.
    socket.on('error', () => undefined)
    if (!admission.admits(socket)) {
      refused('flood')
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    secured.emit('connection', socket)
  })

  return {
    connected: () => [...channels.keys()],
    start(listener) {
      onScreen = listener
      return listenExclusively(front, port, host)
    },
    async stop() {
      for (const channel of [...channels.values()]) channel.close('main computer stopped')
      const closed = new Promise<void>((resolve) => front.close(() => resolve()))
      secured.close()
      for (const socket of sockets) socket.destroySoon()
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, CLOSE_LIMIT_MS)
      await closed
      clearTimeout(timer)
    },
  }
}

/** A server that is never bound to a port: the listener gives it each socket. */
function createTlsServer({ key, certificate }: Identity): Server {
  return createServer({
    key,
    cert: certificate,
    minVersion: 'TLSv1.3',
    // SECURITY: screens-pinned (docs/security.md). No authority signs these certificates: TLS proves that the other end
    // has the key, and the list of devices says whether this key may connect.
    requestCert: true,
    rejectUnauthorized: false,
    sigalgs: 'ecdsa_secp256r1_sha256',
    secureOptions: constants.SSL_OP_NO_TICKET,
    handshakeTimeout: HANDSHAKE_LIMIT_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: HEADERS_LIMIT_MS,
    requestTimeout: HEADERS_LIMIT_MS,
    connectionsCheckingInterval: CHECK_MS,
  })
}

function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => undefined)
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
