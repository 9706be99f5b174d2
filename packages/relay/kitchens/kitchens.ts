import { randomUUID } from 'node:crypto'
import type { Database, Queryable } from '../database/database.ts'
import { encodeKey } from '../database/key.ts'
import { lockUpstream } from '../inbound/lease.ts'
import { routeEvents, WAKE_CHANNEL } from '../inbound/routing.ts'
import en from '../texts/en.json' with { type: 'json' }
import { filled } from '../texts/page-texts.ts'
import { hashSecret, type KitchenSecrets } from './kitchen-secrets.ts'

export type KitchenState = 'active' | 'paused' | 'revoked'

type KitchenRefusal = keyof typeof en.refusals

/** Why a change of the kitchens was refused. The message is English, for the command line. */
export class KitchenError extends Error {
  readonly reason: KitchenRefusal
  readonly value: string
  constructor(reason: KitchenRefusal, value = '') {
    super(filled(en.refusals[reason], value))
    this.reason = reason
    this.value = value
  }
}

const UNIQUE_VIOLATION = '23505'

/** Adds a line to the audit log. */
const recordChange = (
  on: Queryable,
  actor: string,
  action: string,
  kitchen: string,
  detail: string,
): Promise<unknown> =>
  on.query('INSERT INTO audit (actor, action, kitchen, detail) VALUES ($1, $2, $3, $4)', [
    actor,
    action,
    kitchen,
    detail,
  ])

/** Locks the row of a kitchen that was not revoked until the transaction ends. @throws KitchenError when there is none */
async function lockKitchen(on: Queryable, name: string) {
  const [kitchen] = await on.query<{
    id: number
    upstream: string
    client_id: string
    state: KitchenState
    secret_version: number
  }>('SELECT id, upstream, client_id, state, secret_version FROM kitchen WHERE name = $1 FOR UPDATE', [name])
  if (kitchen === undefined) throw new KitchenError('noKitchen', name)
  if (kitchen.state === 'revoked') throw new KitchenError('revoked', name)
  return kitchen
}

/** Runs `work` in one transaction that holds the lock on the row of the upstream. */
async function withUpstreamLock<T>(db: Database, upstream: string, work: (on: Queryable) => Promise<T>): Promise<T> {
  try {
    return await db.transaction(async (on) => {
      await lockUpstream(on, upstream)
      return work(on)
    })
  } catch (error) {
    if (typeof error === 'object' && error !== null && Reflect.get(error, 'code') === UNIQUE_VIOLATION)
      throw new KitchenError('taken')
    throw error
  }
}

/**
 * Runs `work` in one transaction that holds the locks on the kitchen and on its upstream.
 * @throws KitchenError when there is no such kitchen
 */
async function withKitchen<T>(
  db: Database,
  name: string,
  work: (on: Queryable, kitchen: Awaited<ReturnType<typeof lockKitchen>>) => Promise<T>,
): Promise<T> {
  const [known] = await db.query<{ upstream: string }>('SELECT upstream FROM kitchen WHERE name = $1', [name])
  if (known === undefined) throw new KitchenError('noKitchen', name)
  return withUpstreamLock(db, known.upstream, async (on) => work(on, await lockKitchen(on, name)))
}

/** Routes the waiting events of these establishments to their kitchen. */
const routeWaiting = async (on: Queryable, upstream: string, merchantKeys: readonly string[]): Promise<number> => {
  const orders = await on.query<{ order_key: string }>(
    `SELECT DISTINCT e.order_key FROM event e JOIN customer_order o USING (upstream, order_key)
     WHERE e.upstream = $1 AND e.state = 'unclaimed' AND o.merchant_key = ANY($2)`,
    [upstream, merchantKeys],
  )
  return routeEvents(
    on,
    upstream,
    orders.map(({ order_key }) => order_key),
  )
}

/**
 * Gives the establishments to the kitchen. Rejects when one of them belongs to another kitchen.
 * @returns the number of waiting events that were routed to it
 */
const claimEstablishments = async (
  on: Queryable,
  upstream: string,
  kitchenId: number,
  ids: readonly string[],
): Promise<number> => {
  const keys = [...new Set(ids)].map(encodeKey)
  if (keys.length === 0) return 0
  await on.query('INSERT INTO establishment (upstream, merchant_key, kitchen_id) SELECT $1, unnest($2::text[]), $3', [
    upstream,
    keys,
    kitchenId,
  ])
  return routeWaiting(on, upstream, keys)
}

/**
 * Frees establishments of the kitchen; `undefined`: all of them. Their open orders wait for the next kitchen that claims one
 * of them.
 */
const releaseEstablishments = async (
  on: Queryable,
  upstream: string,
  kitchenId: number,
  merchantKeys: readonly string[] | undefined,
): Promise<void> => {
  const freed = merchantKeys ?? null
  await on.query(
    `UPDATE event e SET state = 'unclaimed' FROM customer_order o, establishment s
     WHERE e.upstream = $1 AND o.upstream = e.upstream AND o.order_key = e.order_key AND e.state = 'routed'
       AND s.upstream = o.upstream AND s.merchant_key = o.merchant_key AND s.kitchen_id = $2
       AND ($3::text[] IS NULL OR s.merchant_key = ANY($3))
       AND (o.ended_at IS NULL OR EXISTS (
         SELECT 1 FROM delivery d WHERE d.event_id = e.id AND d.kitchen_id = $2 AND d.acknowledged_at IS NULL))`,
    [upstream, kitchenId, freed],
  )
  await on.query(
    `UPDATE delivery SET acknowledged_at = now() WHERE kitchen_id = $1 AND acknowledged_at IS NULL
       AND ($2::text[] IS NULL OR merchant_key = ANY($2))`,
    [kitchenId, freed],
  )
  await on.query('DELETE FROM establishment WHERE kitchen_id = $1 AND ($2::text[] IS NULL OR merchant_key = ANY($2))', [
    kitchenId,
    freed,
  ])
}

export type NewKitchen = {
  readonly name: string
  readonly upstream: string
  /** Ids of its establishments, as the platform writes them. */
  readonly establishments: readonly string[]
  /** Address to which its events are pushed; absent: the kitchen polls. */
  readonly pushUrl?: string | undefined
}

/** Shown once. A person enters them in the kitchen's Comanda. */
export type IssuedCredentials = { readonly clientId: string; readonly clientSecret: string }

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u

/** @throws KitchenError when the kitchen cannot be added */
async function checkNewKitchen(db: Queryable, kitchen: NewKitchen): Promise<void> {
  const { name, upstream, establishments, pushUrl } = kitchen
  if (!NAME.test(name)) throw new KitchenError('name')
  const [known] = await db.query('SELECT name FROM upstream WHERE name = $1', [upstream])
  if (known === undefined) throw new KitchenError('noUpstream', upstream)
  if (establishments.length === 0) throw new KitchenError('noStore')
  if (pushUrl !== undefined && URL.parse(pushUrl)?.protocol !== 'https:' && !isLoopback(pushUrl))
    throw new KitchenError('push')
}

/** Changes kitchens. Each change is one transaction and one line in the audit log. Rejects with `KitchenError`. */
export function createKitchens(db: Database, secrets: KitchenSecrets): Kitchens {
  return {
    async add(actor, kitchen) {
      const { name, upstream, establishments, pushUrl } = kitchen
      await checkNewKitchen(db, kitchen)
      return withUpstreamLock(db, upstream, async (on) => {
        const clientId = randomUUID()
        const clientSecret = secrets.secretOf(clientId, 1)
        const [row] = await on.query<{ id: number }>(
          `INSERT INTO kitchen (upstream, name, client_id, secret_hash, push_url) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
          [upstream, name, clientId, hashSecret(clientSecret), pushUrl ?? null],
        )
        if (row === undefined) throw new Error('the kitchen was not stored')
        const routed = await claimEstablishments(on, upstream, row.id, establishments)
        await recordChange(
          on,
          actor,
          'add',
          name,
          `establishments ${establishments.join(', ')}; ${routed} waiting events`,
        )
        return { clientId, clientSecret }
      })
    },

    async renewSecret(actor, name) {
      return withKitchen(db, name, async (on, kitchen) => {
        const clientSecret = secrets.secretOf(kitchen.client_id, kitchen.secret_version + 1)
        await on.query(
          `UPDATE kitchen SET secret_version = secret_version + 1, secret_hash = $2, token_epoch = token_epoch + 1 WHERE id = $1`,
          [kitchen.id, hashSecret(clientSecret)],
        )
        await recordChange(on, actor, 'renew-secret', name, '')
        return { clientId: kitchen.client_id, clientSecret }
      })
    },

    async changeEstablishments(actor, name, { add, remove }) {
      await withKitchen(db, name, async (on, kitchen) => {
        const own = await on.query<{ merchant_key: string }>(
          'SELECT merchant_key FROM establishment WHERE kitchen_id = $1',
          [kitchen.id],
        )
        const ownKeys = own.map(({ merchant_key }) => merchant_key)
        const removed = [...new Set(remove.map(encodeKey))]
        const unknown = remove.find((id) => !ownKeys.includes(encodeKey(id)))
        if (unknown !== undefined) throw new KitchenError('notItsStore', unknown)
        const added = add.filter((id) => !ownKeys.includes(encodeKey(id)))
        if (added.length === 0 && removed.length === ownKeys.length) throw new KitchenError('noStore')
        await releaseEstablishments(on, kitchen.upstream, kitchen.id, removed)
        await claimEstablishments(on, kitchen.upstream, kitchen.id, added)
        await recordChange(
          on,
          actor,
          'establishments',
          name,
          [...added.map((id) => `+ ${id}`), ...remove.map((id) => `- ${id}`)].join(', '),
        )
      })
    },

    async setPaused(actor, name, isPaused) {
      await withKitchen(db, name, async (on, kitchen) => {
        await on.query('UPDATE kitchen SET state = $2, working_since = now() WHERE id = $1', [
          kitchen.id,
          isPaused ? 'paused' : 'active',
        ])
        await recordChange(on, actor, isPaused ? 'pause' : 'resume', name, '')
        if (!isPaused) await on.query('SELECT pg_notify($1, $2)', [WAKE_CHANNEL, 'delivery'])
      })
    },

    async revoke(actor, name) {
      await withKitchen(db, name, async (on, kitchen) => {
        await releaseEstablishments(on, kitchen.upstream, kitchen.id, undefined)
        await on.query(
          `UPDATE kitchen SET state = 'revoked', token_epoch = token_epoch + 1, push_url = NULL,
             name = name || ' (revoked ' || id || ')' WHERE id = $1`,
          [kitchen.id],
        )
        await recordChange(on, actor, 'revoke', name, '')
      })
    },
  }
}

export interface Kitchens {
  /** Adds a kitchen. Only this result holds its credentials. */
  add(actor: string, kitchen: NewKitchen): Promise<IssuedCredentials>
  /** Issues a new secret. The old secret and the kitchen's tokens become invalid at once. */
  renewSecret(actor: string, name: string): Promise<IssuedCredentials>
  /** Adds establishments to a kitchen and takes others from it. Their open orders follow them. */
  changeEstablishments(
    actor: string,
    name: string,
    change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  ): Promise<void>
  /** A paused kitchen gets 503 and waits. Its events are kept. */
  setPaused(actor: string, name: string, isPaused: boolean): Promise<void>
  /** Permanent: the credentials become invalid, the establishments free; open orders wait for the next kitchen. */
  revoke(actor: string, name: string): Promise<void>
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']
const isLoopback = (url: string): boolean => LOOPBACK.includes(URL.parse(url)?.hostname ?? '')
