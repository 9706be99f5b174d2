import { randomBytes, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'

/**
 * A second door, for other processes: place, cancel, break, ask. Only on loopback, only with the token, and on a port of
 * its own so that an outage of the platform does not close it.
 */
export type ControlDoor = { readonly url: string; readonly token: string; readonly close: () => Promise<void> }

/** What a command does with its arguments; what it returns is answered as `{ "result": … }`. */
export type ControlCommands = { readonly [name: string]: (args: never) => unknown }

const TOKEN_BYTES = 24

/** Opens the door: `POST /_control/<command>` with a JSON object, `Authorization: Bearer <token>`. */
export async function openControlDoor(commands: ControlCommands): Promise<ControlDoor> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expected = Buffer.from(`Bearer ${token}`)
  const app = Fastify({ forceCloseConnections: true })
  app.addHook('onRequest', async (request, reply) => {
    const given = Buffer.from(request.headers.authorization ?? '')
    const right = given.length === expected.length && timingSafeEqual(given, expected)
    if (!right) await reply.code(401).send({ error: 'control token expected' })
  })
  app.post<{ Params: { command: string } }>('/_control/:command', async (request, reply) => {
    const { command } = request.params
    const run = Object.hasOwn(commands, command) ? commands[command] : undefined
    if (run === undefined)
      return reply.code(404).send({ error: `unknown command; known: ${Object.keys(commands).join(', ')}` })
    // The arguments come from the holder of the token, who is trusted as a caller in this process is.
    const result = await run((request.body ?? {}) as never)
    return { result: result ?? null }
  })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: `${origin}/_control`, token, close: () => app.close() }
}
