import { createHash } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryLog } from '../../../test/fixtures/memory-log.ts'
import { openRelayDatabase } from '../database/database.ts'
import { encodeKey } from '../database/key.ts'
import { migrateRelay } from '../database/migrate.ts'
import { RELAY_MIGRATIONS } from '../database/migrations.ts'
import { createDatabase } from './test-database.ts'

async function openDatabase(statementTimeoutMs = 5_000) {
  const db = openRelayDatabase({ url: await createDatabase(), poolSize: 2, statementTimeoutMs }, createMemoryLog())
  onTestFinished(db.close)
  return db
}

/** Text that PostgreSQL cannot compress into its index. */
function longId(name: string, length: number): string {
  let text = name
  while (text.length < length) text += createHash('sha512').update(text).digest('base64')
  return text.slice(0, length)
}

/** The key of a text before long ones were hashed. */
const whole = (text: string): string => JSON.stringify(text).slice(1, -1)

const upTo = (version: number) => RELAY_MIGRATIONS.filter((migration) => migration.version <= version)

// Each fits into the index of the first schema; with the type, an event of the first has 2,750 bytes.
const ROWS = [
  { eventId: longId('e1', 1_300), orderId: longId('o1', 1_300), type: longId('T1', 150) },
  { eventId: longId('e2', 2_500), orderId: 'o2', type: longId('T2', 900) },
  { eventId: 'e3', orderId: longId('o3ç', 600), type: 'CREATED' },
  { eventId: 'e4', orderId: 'o4', type: 'CREATED' },
]
const MERCHANT = longId('m', 700)

async function fillFirstSchema(db: Awaited<ReturnType<typeof openDatabase>>): Promise<void> {
  await db.query(`INSERT INTO upstream (name) VALUES ('chain')`)
  await db.query(`INSERT INTO kitchen (upstream, name, client_id, secret_hash) VALUES ('chain', 'A', 'a', 'x')`)
  await db.query(`INSERT INTO establishment SELECT 'chain', $1, id FROM kitchen`, [whole(MERCHANT)])
  for (const { eventId, orderId, type } of ROWS) {
    const keys = [whole(eventId), whole(orderId), type]
    await db.query(
      `INSERT INTO event (upstream, event_key, order_key, event_type, body, state) VALUES ('chain', $1, $2, $3, '{}', 'routed')`,
      keys,
    )
    await db.query(`INSERT INTO customer_order (upstream, order_key, merchant_key) VALUES ('chain', $1, $2)`, [
      whole(orderId),
      whole(MERCHANT),
    ])
  }
  await db.query(
    `INSERT INTO delivery (kitchen_id, seq, event_id, event_key, merchant_key)
     SELECT k.id, e.id, e.id, e.event_key, $1 FROM kitchen k, event e`,
    [whole(MERCHANT)],
  )
}

it('a database whose ids are too long for the newest index is migrated, and the program finds its rows', async () => {
  const db = await openDatabase()
  await migrateRelay(db, upTo(20))
  await fillFirstSchema(db)
  expect(await migrateRelay(db)).toBe(RELAY_MIGRATIONS.at(-1)?.version)
  const events = await db.query('SELECT event_key, order_key, event_type FROM event ORDER BY id')
  expect(events).toEqual(
    ROWS.map(({ eventId, orderId, type }) => ({
      event_key: encodeKey(eventId),
      order_key: encodeKey(orderId),
      event_type: encodeKey(type),
    })),
  )
  const orders = await db.query('SELECT order_key, merchant_key FROM customer_order')
  expect(new Set(orders.map(({ order_key }) => order_key))).toEqual(
    new Set(ROWS.map(({ orderId }) => encodeKey(orderId))),
  )
  expect(new Set(orders.map(({ merchant_key }) => merchant_key))).toEqual(new Set([encodeKey(MERCHANT)]))
  expect(await db.query('SELECT merchant_key FROM establishment')).toEqual([{ merchant_key: encodeKey(MERCHANT) }])
  expect(await db.query('SELECT event_key, merchant_key FROM delivery ORDER BY event_id')).toEqual(
    ROWS.map(({ eventId }) => ({ event_key: encodeKey(eventId), merchant_key: encodeKey(MERCHANT) })),
  )
  const texts = await db.query<{ key: string; whole: string }>('SELECT key, whole FROM long_key')
  const long = [...ROWS.flatMap(({ eventId, orderId, type }) => [eventId, orderId, type]), MERCHANT].filter(
    (text) => encodeKey(text) !== whole(text),
  )
  expect(new Map(texts.map((row) => [row.key, row.whole]))).toEqual(
    new Map(long.map((text) => [encodeKey(text), whole(text)])),
  )
})

it('whole keys that stayed beside their hashes become one row', async () => {
  const db = await openDatabase()
  await migrateRelay(db, upTo(30))
  const [eventId, orderId] = [longId('e', 600), longId('o', 600)]
  await db.query(`INSERT INTO upstream (name) VALUES ('chain')`)
  for (const keyOf of [whole, encodeKey]) {
    await db.query(
      `INSERT INTO event (upstream, event_key, order_key, event_type, body, state) VALUES ('chain', $1, $2, 'CREATED', '{}', 'routed')`,
      [keyOf(eventId), keyOf(orderId)],
    )
    await db.query(`INSERT INTO customer_order (upstream, order_key) VALUES ('chain', $1)`, [keyOf(orderId)])
  }
  await migrateRelay(db)
  expect(await db.query('SELECT event_key, order_key FROM event')).toEqual([
    { event_key: encodeKey(eventId), order_key: encodeKey(orderId) },
  ])
  expect(await db.query('SELECT order_key FROM customer_order')).toEqual([{ order_key: encodeKey(orderId) }])
})

it('the limit of a statement does not end a migration, and a failed one changes nothing', async () => {
  const db = await openDatabase(500)
  const slow = { version: 10, sql: 'SELECT pg_sleep(1.5); CREATE TABLE made ()' }
  const broken = { version: 20, sql: 'CREATE TABLE other (); SELECT 1 / 0' }
  await expect(migrateRelay(db, [slow, broken])).rejects.toMatchObject({ code: '22012' })
  expect(await db.query('SELECT version FROM schema_version')).toEqual([{ version: 10 }])
  expect(await db.query(`SELECT to_regclass('made') AS made, to_regclass('other') AS other`)).toEqual([
    { made: 'made', other: null },
  ])
})
