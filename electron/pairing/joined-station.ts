import { z } from 'zod'
import { STATION_PORT } from '../../shared/screens.ts'
import { SCREEN_ROLES } from '../../shared/views.ts'
import { fingerprintSchema } from './identity.ts'

/** The station that this machine is a screen of. */
const joinedStationSchema = z.object({
  /** Where it was when it was last reached. */
  host: z.string().min(1).max(255),
  port: z.number().int().min(1).max(65_535),
  /** Its public key: what proves that it is the same one. */
  key: fingerprintSchema,
  name: z.string(),
  /** The id under which the station lists this screen. */
  deviceId: z.string(),
  /** What was chosen for this screen when it joined; its settings may say otherwise since. */
  role: z.enum(SCREEN_ROLES).optional(),
})
export type JoinedStation = Readonly<z.infer<typeof joinedStationSchema>>

/** As it would be typed. */
export const addressText = ({ host, port }: Pick<JoinedStation, 'host' | 'port'>): string =>
  port === STATION_PORT ? host : `${host}:${port}`

/** Where it is kept; each write is durable when it returns. */
export type JoinedStationStore = {
  joinedStation(): string | undefined
  saveJoinedStation(text: string): void
}

/** `undefined`: this machine has joined none, or what was kept can't be read. */
export function readJoinedStation(store: Pick<JoinedStationStore, 'joinedStation'>): JoinedStation | undefined {
  const text = store.joinedStation()
  if (text === undefined) return undefined
  try {
    return joinedStationSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export function saveJoinedStation(store: JoinedStationStore, station: JoinedStation): void {
  store.saveJoinedStation(JSON.stringify(station))
}
