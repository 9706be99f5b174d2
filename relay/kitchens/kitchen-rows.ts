import type { Database, Queryable } from '../database/database.ts'
import { lockUpstream } from '../inbound/lease.ts'

export type KitchenState = 'active' | 'paused' | 'revoked'

/** Why a change of the kitchens was refused, in words for the operator. */
export class KitchenError extends Error {}

const UNIQUE_VIOLATION = '23505'

/** Adds a line to the audit log. */
export const recordChange = (
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
export async function lockKitchen(on: Queryable, name: string) {
  const [kitchen] = await on.query<{
    id: number
    upstream: string
    client_id: string
    state: KitchenState
    secret_version: number
  }>('SELECT id, upstream, client_id, state, secret_version FROM kitchen WHERE name = $1 FOR UPDATE', [name])
  if (kitchen === undefined) throw new KitchenError(`There is no kitchen "${name}".`)
  if (kitchen.state === 'revoked') throw new KitchenError(`The kitchen "${name}" was revoked.`)
  return kitchen
}

/** @throws KitchenError when there is no such kitchen */
export async function upstreamOf(db: Queryable, name: string): Promise<string> {
  const [kitchen] = await db.query<{ upstream: string }>('SELECT upstream FROM kitchen WHERE name = $1', [name])
  if (kitchen === undefined) throw new KitchenError(`There is no kitchen "${name}".`)
  return kitchen.upstream
}

/** Runs `work` in one transaction that holds the lock on the row of the upstream. */
export async function withUpstreamLock<T>(
  db: Database,
  upstream: string,
  work: (on: Queryable) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction(async (on) => {
      await lockUpstream(on, upstream)
      return work(on)
    })
  } catch (error) {
    if (typeof error === 'object' && error !== null && Reflect.get(error, 'code') === UNIQUE_VIOLATION)
      throw new KitchenError('The name or one of the establishments belongs to another kitchen.')
    throw error
  }
}
