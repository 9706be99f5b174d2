import type { Migration } from '../migration.ts'
import { cacheFirstSchema } from './cache-010-first-schema.ts'
import { cacheStripped } from './cache-020-stripped.ts'

export const CACHE_MIGRATIONS: readonly Migration[] = [cacheFirstSchema, cacheStripped]
