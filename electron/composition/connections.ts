import { PLATFORM_NAMES, type ProfileName } from '../../shared/contract/platforms.ts'
import type { ConnectionMark } from '../../shared/ticket/ticket.ts'
import type { Slot } from '../../shared/ticket/ticket-key.ts'
import type { Connection } from '../platform/connection.ts'
import type { KnownConnection, RecordConnections } from '../secrets/provision.ts'
import { type ConnectionFiles, colorOfSlot } from '../storage/connection-files.ts'

/** What a connection is called until a person names it: its platform, else its host. */
export function usualName(profile: ProfileName | undefined, host: string): string {
  if (profile !== undefined && profile !== 'generic') return PLATFORM_NAMES[profile]
  return host === '' ? 'Comanda' : host
}

const hostOf = ({ apiUrl }: Connection): string => URL.parse(apiUrl)?.hostname ?? ''

/** The connections of the profile, for a file of credentials. */
export const knownConnections = (files: ConnectionFiles): readonly KnownConnection[] =>
  files.slots().map((slot) => ({ slot, name: files.read(slot)?.name }))

/** A name that no other connection has. */
function freeName(wanted: string, slot: Slot, files: ConnectionFiles): string {
  const others = new Set(
    files.slots().flatMap((one) => (one === slot ? [] : (files.read(one)?.name.toLowerCase() ?? []))),
  )
  let name = wanted
  for (let number = 2; others.has(name.toLowerCase()); number += 1) name = `${wanted} ${number}`
  return name
}

/**
 * Stores what a file of credentials says about connections, beside their credentials. The names that it gives go first; where there
 * are several, each has a name.
 * @param before the connections until now
 */
export const recordConnections =
  (files: ConnectionFiles): RecordConnections =>
  (connections, before) => {
    const others = before.flatMap(({ slot, name, credentials }) =>
      credentials === undefined || connections.some((one) => one.slot === slot) ? [] : [{ slot, name, credentials }],
    )
    // A known one keeps what it was called until now.
    const all = [...others, ...connections]
    const named = all.filter(({ name }) => name !== undefined)
    for (const one of named) save(files, one, one.name)
    if (all.length === 1) return
    for (const one of all) {
      const { profile } = one.credentials.spoken ?? {}
      const name = files.read(one.slot)?.name ?? freeName(usualName(profile, hostOf(one.credentials)), one.slot, files)
      save(files, one, name)
    }
  }

function save(files: ConnectionFiles, { slot }: KnownConnection, name: string | undefined): void {
  const known = files.read(slot)
  if (name === undefined || known?.name === name) return
  files.save(slot, { color: colorOfSlot(slot), isPaused: false, ...known, name })
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
