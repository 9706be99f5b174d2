import { z } from 'zod'
import { parseJsonText } from '../../../shared/json-text.ts'
import { STATION_PORT } from '../../../shared/screens.ts'
import { SCREEN_ROLES } from '../../../shared/views.ts'
import { fingerprintSchema } from './identity.ts'

/** The station that this machine is a screen of. */
const joinedStationSchema = z.object({
  /** The address at which it was last reached. */
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535),
  /** Its public key, by which it is recognised. */
  key: fingerprintSchema,
  name: z.string(),
  /** The id under which the station lists this screen. */
  deviceId: z.string(),
  /** The role that was chosen at joining; the settings may have changed it since. */
  role: z.enum(SCREEN_ROLES).optional(),
  /** The station has removed this screen: its orders are erased, and it takes no taps. */
  isRemoved: z.boolean().optional(),
})
export type JoinedStation = Readonly<z.infer<typeof joinedStationSchema>>

/** The address in the form that staff type. */
export const addressText = ({ host, port }: Pick<JoinedStation, 'host' | 'port'>): string =>
  port === STATION_PORT ? host : `${host}:${port}`

/** The store of the joined station; a write is durable when it returns. */
export type JoinedStationStore = {
  joinedStation(): string | undefined
  saveJoinedStation(text: string): void
}

/** `undefined`: this machine has joined none, or the entry is unreadable. */
export function readJoinedStation(store: Pick<JoinedStationStore, 'joinedStation'>): JoinedStation | undefined {
  const text = store.joinedStation()
  return text === undefined ? undefined : joinedStationSchema.safeParse(parseJsonText(text)).data
}

export function saveJoinedStation(store: JoinedStationStore, station: JoinedStation): void {
  store.saveJoinedStation(JSON.stringify(station))
}
