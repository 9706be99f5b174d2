import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryLog } from '../../../test/fixtures/memory-log.ts'
import { addressesOf, openRelayDatabase } from '../database/database.ts'
import { createDatabase } from './test-database.ts'

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

/** A server that shuts down when it accepts a connection: its last three messages are in one packet. */
async function closingServer(): Promise<string> {
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

it('a server that closes a connection in its first packet does not end the relay', async () => {
  const log = createMemoryLog()
  const db = openRelayDatabase({ url: await closingServer(), poolSize: 1, statementTimeoutMs: 1_000 }, log)
  onTestFinished(() => db.close())
  await expect(db.transaction((on) => on.query('SELECT 1'))).rejects.toThrow()
  const client = await db.connect().catch(() => undefined)
  await client?.end().catch(() => undefined)
  // An error without a listener would end the process of this test.
  const lost = { level: 'warn', event: 'database-connection-lost', fields: { cause: '57P01' } }
  expect(log.lines.filter(({ event }) => event === lost.event)).toEqual(expect.arrayContaining([lost]))
})

const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }

it('times out a slow statement, a wait for a lock, and an idle transaction', async () => {
  const db = openRelayDatabase({ url: await createDatabase(), poolSize: 2, statementTimeoutMs: 1_000 }, NO_LOG)
  onTestFinished(() => db.close())
  await expect(db.query('SELECT pg_sleep(20)')).rejects.toMatchObject({ code: '57014' })
  await db.query('CREATE TABLE one AS SELECT 1 AS id')
  await db.transaction(async (on) => {
    await on.query('SELECT id FROM one FOR UPDATE')
    const waiting = db.query('UPDATE one SET id = 2')
    // Both limits have the same length, so either of them can end the statement.
    await expect(waiting).rejects.toMatchObject({ code: expect.stringMatching(/^(55P03|57014)$/) })
  })
  const settings = await db.query(
    `SELECT name, setting FROM pg_settings WHERE name ~ '^(lock|statement|idle_in_transaction_session)_timeout$' ORDER BY name`,
  )
  expect(settings).toEqual([
    { name: 'idle_in_transaction_session_timeout', setting: '5000' },
    { name: 'lock_timeout', setting: '1000' },
    { name: 'statement_timeout', setting: '1000' },
  ])
})

it('prepares a statement once for each connection', async () => {
  const db = openRelayDatabase({ url: await createDatabase(), poolSize: 1, statementTimeoutMs: 5_000 }, NO_LOG)
  onTestFinished(() => db.close())
  for (const value of [1, 2, 3]) expect(await db.query('SELECT $1::integer AS value', [value])).toEqual([{ value }])
  expect(await db.query('SELECT statement FROM pg_prepared_statements')).toEqual([
    { statement: 'SELECT $1::integer AS value' },
  ])
})

it('tries the hosts of one address in turn', async () => {
  const url = await createDatabase()
  const { searchParams, pathname } = new URL(url)
  const socket = searchParams.get('host') ?? ''
  const port = searchParams.get('port') ?? '5432'
  searchParams.set('host', `/nowhere,${socket}`)
  searchParams.set('port', `1,${port}`)
  searchParams.set('target_session_attrs', 'read-write')
  const user = new URL(url).username
  const db = openRelayDatabase(
    { url: `postgresql://${user}@localhost${pathname}?${searchParams}`, poolSize: 2, statementTimeoutMs: 5_000 },
    createMemoryLog(),
  )
  onTestFinished(db.close)
  await expect(db.query('SELECT 1')).rejects.toThrow()
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await (await db.connect()).end()
  expect(addressesOf('postgresql://u:p@a,b:5433/db?sslmode=verify-full&target_session_attrs=read-write')).toEqual([
    'postgresql://u:p@a/db?sslmode=verify-full',
    'postgresql://u:p@b:5433/db?sslmode=verify-full',
  ])
})
