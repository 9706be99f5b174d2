import type { CallArgs, CallResult } from '../../shared/contract/contract.ts'
import { SCREENS_PORT, type ScreensStatus } from '../../shared/contract/screens.ts'
import { fail, messageOf, ok } from '../../shared/result.ts'
import type { ScreenCalls } from '../ipc/handlers.ts'
import { lanAddresses } from '../listening/limited-server.ts'
import type { Log } from '../logging/log-port.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import { openRoleFile } from '../storage/role-file.ts'
import type { Clock } from '../sync/clock.ts'
import type { HandOver } from './moving/hand-over.ts'
import type { PairedScreens } from './paired-screens.ts'
import type { DeviceRegistry } from './pairing/device-registry.ts'
import { findComputers, openDatagrams } from './pairing/discovery.ts'
import { linkAccountOf } from './pairing/identity.ts'
import { createJoinService } from './pairing/join-service.ts'
import { nameSchema } from './pairing/pairing-messages.ts'

/** The parts of `PairedScreens` that the settings page uses. */
export type PairedScreensPort = Pick<PairedScreens, 'session' | 'devices' | 'openPairing' | 'port' | 'connected'>

const refusal = (): CallResult<never> => fail('not-allowed', 'This kitchen takes no screens')

type ScreensParts = {
  /** `undefined` in a practice, which has no screens. */
  readonly screens: () => PairedScreensPort | undefined
  readonly handOver: Pick<HandOver, 'state' | 'begin' | 'takeBack'>
  /** Whether the kitchen has several connections: the ledger of one is moved, not those of several. */
  readonly hasSeveral: () => boolean
  /** Restarts the program, so that its work for the platform stops in order. */
  readonly restart: () => void
  /** Whether guarded calls are allowed now; does not keep the lock open. */
  readonly isOpen: () => boolean
  /** IPv4 addresses of this machine that others can reach. */
  readonly lanAddresses: () => readonly string[]
  readonly log: Log
}

/** The page "screens" of the settings. */
export function createScreensService(parts: ScreensParts) {
  const { screens, handOver, hasSeveral, restart, isOpen, lanAddresses, log } = parts
  let trouble: ScreensStatus['trouble']

  const statusOf = ({ session, devices, port, connected }: PairedScreensPort): CallResult<ScreensStatus> => {
    const listensOn = port()
    const isConnected = new Set(connected())
    const suffix = listensOn === SCREENS_PORT ? '' : `:${listensOn}`
    return ok({
      state: listensOn === undefined ? 'off' : 'listening',
      ...(trouble === undefined ? {} : { trouble }),
      addresses: listensOn === undefined ? [] : lanAddresses().map((address) => `${address}${suffix}`),
      pairing: session.state(),
      screens: devices.list().map(({ key: _, ...device }) => ({ ...device, isConnected: isConnected.has(device.id) })),
      ...(hasSeveral() ? { keepsRole: 'several-connections' as const } : {}),
      ...handedTo(devices),
    })
  }
  const handedTo = (devices: DeviceRegistry): Pick<ScreensStatus, 'handedOver'> => {
    const handed = handOver.state()
    if (handed?.to === undefined) return {}
    const screen = devices.list().find(({ key }) => key === handed.to)
    const { isTaken = false, isSettled } = handed
    return { handedOver: { name: screen?.name ?? '', isTaken, isReady: isSettled } }
  }
  const withScreens = (work: (port: PairedScreensPort) => CallResult<ScreensStatus>): CallResult<ScreensStatus> => {
    const port = screens()
    return port === undefined ? refusal() : work(port)
  }
  const changeDevices = (change: (devices: DeviceRegistry) => void): CallResult<ScreensStatus> =>
    withScreens((port) => {
      try {
        change(port.devices)
      } catch (error) {
        log.error('screens-not-changed', { error: messageOf(error) })
        return fail('storage', 'The list of screens could not be written')
      }
      return statusOf(port)
    })

  return {
    'screens:status': (): CallResult<ScreensStatus> =>
      isOpen() ? withScreens(statusOf) : fail('locked', 'The PIN has to be entered first'),
    async 'screens:open-pairing'(): Promise<CallResult<ScreensStatus>> {
      const port = screens()
      if (port === undefined) return refusal()
      const opened = await port.openPairing()
      // A code is useless while the main computer does not listen.
      if (!opened.ok) port.session.stop()
      trouble = opened.ok ? undefined : opened.code === 'port' ? 'port' : 'keychain'
      return statusOf(port)
    },
    'screens:hand-over': ({ id }: { readonly id: string }): CallResult<ScreensStatus> =>
      withScreens((port) => {
        if (hasSeveral()) return fail('not-allowed', 'a kitchen with several connections keeps its main computer')
        const screen = port.devices.list().find((device) => device.id === id)
        if (screen === undefined || handOver.state() !== undefined) {
          return fail('not-allowed', 'there is no such screen, or the role is handed over')
        }
        handOver.begin(screen.key)
        log.warn('handed-over')
        restart()
        return statusOf(port)
      }),
    'screens:take-back': (): CallResult<ScreensStatus> =>
      withScreens((port) => {
        if (!handOver.takeBack()) return fail('not-allowed', 'the other machine has taken the role')
        log.warn('hand-over-taken-back')
        restart()
        return statusOf(port)
      }),
    'screens:stop-pairing': (): CallResult<ScreensStatus> =>
      withScreens((port) => {
        port.session.stop()
        return statusOf(port)
      }),
    'screens:change': ({ id, name: typed, role, station }: CallArgs<'screens:change'>): CallResult<ScreensStatus> => {
      const name = nameSchema.safeParse(typed)
      if (!name.success) return fail('bad-arguments', 'The name has no visible character')
      return changeDevices((devices) => devices.change(id, name.data, { role, station }))
    },
    'screens:revoke': ({ id }: { readonly id: string }): CallResult<ScreensStatus> =>
      changeDevices((devices) => {
        if (devices.revoke(id)) log.info('screen-revoked')
      }),
  }
}

/** The calls of a main computer's window about screens: managing its screens, and joining another main computer. */
export function createScreenCalls(
  parts: Omit<ScreensParts, 'lanAddresses'> & {
    /** Absent in a practice, which stores nothing. */
    readonly secrets: SecretStore | undefined
    readonly profile: string
    readonly clock: Pick<Clock, 'setTimer' | 'monotonic'>
  },
): ScreenCalls {
  const { secrets, profile, restart, clock, log } = parts
  const calls = createScreensService({ ...parts, lanAddresses })
  if (secrets === undefined) {
    const refusal = () => fail('not-allowed', 'A practice joins no main computer')
    return { ...calls, 'screens:find': refusal, 'screens:join': refusal, 'screens:open-joined': refusal }
  }
  const joinService = createJoinService({
    store: secrets,
    account: linkAccountOf(profile),
    joined: openRoleFile(profile),
    restart,
    log,
  })
  return {
    ...calls,
    'screens:join': joinService.join,
    'screens:open-joined': joinService.openJoined,
    async 'screens:find'() {
      const { setTimer, monotonic: monotonicNow } = clock
      const computers = await findComputers({ open: openDatagrams(log), setTimer, monotonicNow })
      return ok({ computers: [...computers] })
    },
  }
}
