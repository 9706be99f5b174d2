import type { KitchenConnection } from '../../shared/contract/connections.ts'
import type { CallArgs, CallResult } from '../../shared/contract/contract.ts'
import { ownPart } from '../../shared/contract/settings.ts'
import type { ProbeReport } from '../../shared/contract/setup.ts'
import { fail, ok } from '../../shared/result.ts'
import { isOpen } from '../../shared/ticket/open-ticket.ts'
import type { CallsOf } from '../ipc/handlers.ts'
import type { Connection } from '../platform/connection.ts'
import { type ConnectionFiles, colorOfSlot } from '../storage/connection-files.ts'
import type { OpenKitchen } from './open-kitchen.ts'

type Open = ReturnType<OpenKitchen['connections']>[number]

/** Why a connection cannot be removed: its orders or taps would be lost with it. */
function keepsOf({ slot, core }: Open): KitchenConnection['keeps'] {
  if (slot === 1) return 'first'
  if (core.tickets().some(isOpen)) return 'open-orders'
  return core.about().unsettledTaps > 0 ? 'waiting-taps' : undefined
}

/** The calls about the platforms of the kitchen. */
export function createConnectionCalls(parts: {
  readonly kitchen: Pick<OpenKitchen, 'connections' | 'renamed' | 'kept' | 'remove'>
  readonly files: Pick<ConnectionFiles, 'read' | 'save'>
  readonly probe: (connection: Connection) => Promise<ProbeReport>
}): CallsOf<'connections'> {
  const { kitchen, files, probe } = parts
  const find = (slot: number): Open | undefined => kitchen.connections().find((one) => one.slot === slot)
  const list = (): CallResult<KitchenConnection[]> =>
    ok(
      kitchen.connections().map((one) => {
        const { dialect, profile } = one.spoken()
        const keeps = keepsOf(one)
        const isPaused = files.read(one.slot)?.isPaused === true
        const settings = one.core.settings.now()
        return {
          slot: one.slot,
          ...one.mark(),
          dialect,
          profile,
          isPaused,
          settings,
          ...(keeps === undefined ? {} : { keeps }),
        }
      }),
    )
  return {
    'connections:list': list,
    'connections:change'({ slot, name, color, isPaused, settings }: CallArgs<'connections:change'>) {
      const known = find(slot)
      if (known === undefined) return fail('not-allowed', 'There is no such connection')
      // As in a file of credentials, where a name finds its connection.
      const isTaken = kitchen
        .connections()
        .some((one) => one.slot !== slot && one.mark().name.toLowerCase() === name?.toLowerCase())
      if (isTaken) return fail('bad-arguments', 'Another connection has this name')
      if (settings !== undefined) {
        const changed = known.core.changeSettings(ownPart(settings))
        return changed.ok ? list() : changed
      }
      const before = files.read(slot) ?? {
        ...known.mark(),
        color: known.mark().color ?? colorOfSlot(slot),
        isPaused: false,
      }
      files.save(slot, {
        name: name ?? before.name,
        color: color ?? before.color,
        isPaused: isPaused ?? before.isPaused,
      })
      kitchen.renamed()
      known.core.retryNow()
      return list()
    },
    async 'connections:test'({ slot }: CallArgs<'connections:test'>) {
      const answer = await kitchen.kept(slot)?.connection()
      return answer?.ok ? ok(await probe(answer.value)) : fail('not-configured', 'It has no credentials')
    },
    async 'connections:remove'({ slot }: CallArgs<'connections:remove'>) {
      const known = find(slot)
      if (known === undefined || known.slot === 1 || keepsOf(known) !== undefined)
        return fail('not-allowed', 'The first connection, and one with open orders or waiting taps, is kept')
      const removed = await kitchen.remove(known.slot)
      return removed.ok ? list() : fail('secret-unavailable', removed.message)
    },
  }
}
