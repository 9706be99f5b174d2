import { dialectSchema } from '../../../shared/contract/settings.ts'
import type { Connection } from '../connection.ts'
import type { Dialect } from './dialect.ts'
import { type Deviations, openDelivery2 } from './open-delivery-2/open-delivery-2.ts'

const AS_DOCUMENTED = dialectSchema.parse({})

/** The dialect of a connection. @param settings how this host deviates from it */
export const dialectOf = (_connection: Connection | undefined, settings: Deviations = AS_DOCUMENTED): Dialect =>
  openDelivery2(settings)
