import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { isSameSecret, listenExclusively } from '../../electron/listening/limited-server.ts'
import { replaceFile } from '../../electron/storage/durable-files.ts'
import { parseJsonText } from '../../shared/json-text.ts'
import { fail, messageOf, type Result } from '../../shared/result.ts'

/**
 * File in the profile: the port on which the running main computer listens for commands, and the token that they must
 * send.
 */
const CONTROL_FILE = 'control.json'
const TOKEN_BYTES = 32
const MAX_REQUEST_BYTES = 256 * 1_024
const MAX_ANSWER_BYTES = 4 * 1_048_576
const REQUEST_TIMEOUT_MS = 5_000
/** Setting a PIN takes about a second. A call of the keychain may take ten. */
const ANSWER_TIMEOUT_MS = 30_000

const addressSchema = z.object({ port: z.number().int(), token: z.string() })
const requestSchema = z.object({ token: z.string(), request: z.string(), args: z.unknown() })

export type Control = { stop(): Promise<void> }

/** Answers one request. The result is sent as JSON. */
export type Respond = (request: string, args: unknown) => Promise<Result<unknown>>

/**
 * Listens on loopback for the commands of this machine. Only the account of the service and the administrator can read the
 * token, because its file has mode 0600. A connection carries one request and one answer, each a line of JSON.
 */
export async function openControl(profile: string, respond: Respond): Promise<Control> {
  const token = randomBytes(TOKEN_BYTES).toString('base64')
  const sockets = new Set<Socket>()
  const serve = async (socket: Socket): Promise<void> => {
    const line = await readLine(socket, MAX_REQUEST_BYTES, REQUEST_TIMEOUT_MS)
    const parsed = requestSchema.safeParse(line === undefined ? undefined : parseJsonText(line))
    if (!parsed.success || !isSameSecret(parsed.data.token, token)) {
      socket.destroy()
      return
    }
    const answer = await respond(parsed.data.request, parsed.data.args)
    socket.end(`${JSON.stringify(answer)}\n`)
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    serve(socket).catch(() => socket.destroy())
  })
  server.maxConnections = 16
  const port = await listenExclusively(server, 0, '127.0.0.1')
  const file = join(profile, CONTROL_FILE)
  replaceFile(file, JSON.stringify({ port, token }))
  return {
    async stop() {
      rmSync(file, { force: true })
      const closed = new Promise<void>((done) => server.close(() => done()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/**
 * Sends a request to the main computer that runs on this profile. `not-running`: no main computer runs, or it does not
 * answer.
 */
export async function callStation(profile: string, request: string, args: unknown): Promise<Result<unknown>> {
  let address: z.infer<typeof addressSchema>
  try {
    address = addressSchema.parse(parseJsonText(readFileSync(join(profile, CONTROL_FILE), 'utf8')))
  } catch {
    return fail('not-running', 'no main computer runs on this profile')
  }
  const socket = connect({ host: '127.0.0.1', port: address.port })
  try {
    socket.on('error', () => undefined)
    socket.write(`${JSON.stringify({ token: address.token, request, args })}\n`)
    const line = await readLine(socket, MAX_ANSWER_BYTES, ANSWER_TIMEOUT_MS)
    const answer = line === undefined ? undefined : parseJsonText(line)
    if (isResult(answer)) return answer
    return fail('not-running', 'the main computer does not answer')
  } catch (error) {
    return fail('not-running', messageOf(error))
  } finally {
    socket.destroy()
  }
}

const isResult = (value: unknown): value is Result<unknown> =>
  typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean'

/** Reads the first line. `undefined`: the connection ended, the line is too long, or the time is over. */
function readLine(socket: Socket, maxBytes: number, timeoutMs: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  const chunks: Buffer[] = []
  let bytes = 0
  const timer = setTimeout(() => resolve(undefined), timeoutMs)
  socket.on('data', (chunk: Buffer) => {
    const end = chunk.indexOf('\n')
    chunks.push(end === -1 ? chunk : chunk.subarray(0, end))
    bytes += chunk.length
    if (end !== -1) resolve(Buffer.concat(chunks).toString('utf8'))
    else if (bytes > maxBytes) resolve(undefined)
  })
  socket.once('close', () => resolve(undefined))
  return promise.finally(() => clearTimeout(timer))
}
