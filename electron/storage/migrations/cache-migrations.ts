import type { Migration } from '../migration.ts'
import { cacheFirstSchema } from './cache-010-first-schema.ts'
import { cacheStripped } from './cache-020-stripped.ts'
import { cacheWholes } from './cache-030-wholes.ts'
import { cacheUnreadOrders } from './cache-040-unread-orders.ts'
import { cacheEarlierOrders } from './cache-050-earlier-orders.ts'

export const CACHE_MIGRATIONS: readonly Migration[] = [
  cacheFirstSchema,
  cacheStripped,
  cacheWholes,
  cacheUnreadOrders,
  cacheEarlierOrders,
]
