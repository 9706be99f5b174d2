import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../relay/database/database.ts'
import { createMemoryLog } from '../fixtures/memory-log.ts'

/** One message of PostgreSQL's protocol: its type, its length, its content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeUInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}
const AUTHENTICATED = message('R', Buffer.alloc(4))
const READY = message('Z', Buffer.from('I'))
const SHUTTING_DOWN = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))

/** A server that is killed in the moment in which it accepts: its last three messages come in one packet. */
async function dyingServer(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, SHUTTING_DOWN])))
  })
  const listening = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  onTestFinished(() => {
    server.close()
  })
  const address = server.address()
  return `postgresql://user:password@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/name`
}

it('a server that ends a connection in the packet that opens it does not end the relay', async () => {
  const log = createMemoryLog()
  const db = openDatabase({ url: await dyingServer(), poolSize: 1, statementTimeoutMs: 1_000 }, log)
  onTestFinished(() => db.close())
  await expect(db.transaction((on) => on.query('SELECT 1'))).rejects.toThrow()
  const client = await db.connect().catch(() => undefined)
  await client?.end().catch(() => undefined)
  // An error without a listener ends the process, and this run with it.
  const lost = { level: 'warn', event: 'database-connection-lost', fields: { cause: '57P01' } }
  expect(log.lines.filter(({ event }) => event === lost.event)).toEqual(expect.arrayContaining([lost]))
})
