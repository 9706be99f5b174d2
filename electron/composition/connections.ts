import type { ProfileName } from '../../shared/contract/platforms.ts'
import type { ConnectionMark } from '../../shared/ticket/ticket.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import type { Connection } from '../platform/connection.ts'
import type { ProvisionedConnection } from '../secrets/provision.ts'
import { type ConnectionFiles, colorOfSlot } from '../storage/connection-files.ts'

/** The names of known platforms, as they write them. */
const PLATFORM_NAMES: Readonly<Partial<Record<ProfileName, string>>> = {
  '99food': '99Food',
  keeta: 'Keeta',
  aiqfome: 'aiqfome',
}

/** What a connection is called until a person names it: its platform, else its host. */
export const usualName = (profile: ProfileName | undefined, host: string): string =>
  (profile === undefined ? undefined : PLATFORM_NAMES[profile]) ?? (host === '' ? 'Comanda' : host)

const hostOf = ({ apiUrl }: Connection): string => URL.parse(apiUrl)?.hostname ?? ''

/** A name that no other connection has. */
function freeName(wanted: string, slot: Slot, files: ConnectionFiles): string {
  const others = new Set(files.slots().flatMap((one) => (one === slot ? [] : (files.read(one)?.name ?? []))))
  let name = wanted
  for (let number = 2; others.has(name); number += 1) name = `${wanted} ${number}`
  return name
}

/** Stores what a file of credentials says about a connection, beside its credentials. */
export function recordConnection(files: ConnectionFiles, { slot, name, credentials }: ProvisionedConnection): void {
  const known = files.read(slot)
  const wanted =
    name ?? known?.name ?? freeName(usualName(credentials.spoken?.profile, hostOf(credentials)), slot, files)
  if (known?.name === wanted || (slot === 1 && name === undefined)) return
  files.save(slot, { name: wanted, color: known?.color ?? colorOfSlot(slot), isPaused: known?.isPaused ?? false })
}

/** The name and colour of a connection now. */
export function markOf(
  files: ConnectionFiles,
  slot: Slot,
  spoken: () => { readonly profile: ProfileName; readonly host: string },
): ConnectionMark {
  const known = files.read(slot)
  const { profile, host } = spoken()
  return { name: known?.name ?? usualName(profile, host), color: known?.color ?? colorOfSlot(slot) }
}
