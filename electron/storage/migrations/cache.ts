import type { Migration } from '../migration.ts'
import { cacheFirstSchema } from './cache-010-first-schema.ts'

export const CACHE_MIGRATIONS: readonly Migration[] = [cacheFirstSchema]
