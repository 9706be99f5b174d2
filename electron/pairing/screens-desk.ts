import type { CallResult } from '../../shared/contract.ts'
import { fail, messageOf, ok, type Result } from '../../shared/result.ts'
import { type ScreensStatus, STATION_PORT } from '../../shared/screens.ts'
import type { Log } from '../logging/log-port.ts'
import type { SecretTrouble } from '../secrets/secret-store.ts'
import type { DeviceRegistry } from './device-registry.ts'
import type { PairingSession } from './pairing-session.ts'

/** The station's end of its screens, as far as a person has to do with it. */
export type StationScreensPort = {
  readonly session: PairingSession
  readonly devices: DeviceRegistry
  /** Shows a new code, and listens. `port`: no port can be had. */
  openPairing(): Promise<Result<null, SecretTrouble | 'port'>>
  /** `undefined`: it does not listen. */
  port(): number | undefined
  /** Ids of the devices that are connected. */
  connected(): readonly string[]
}

export type ScreensDeskParts = {
  /** `undefined`: this kitchen takes no screens, because it is a practice. */
  readonly screens: () => StationScreensPort | undefined
  /** Whether the PIN lets a person in now; asking keeps nothing open. */
  readonly isOpen: () => boolean
  /** IPv4 addresses of this machine that others can reach. */
  readonly lanAddresses: () => readonly string[]
  readonly log: Log
}

/** The page "screens" of the settings. */
export type ScreensDesk = {
  status(): CallResult<ScreensStatus>
  openPairing(): Promise<CallResult<ScreensStatus>>
  stopPairing(): CallResult<ScreensStatus>
  revoke(args: { readonly id: string }): CallResult<ScreensStatus>
}

const refusal = (): CallResult<never> => fail('not-allowed', 'This kitchen takes no screens')

export function createScreensDesk({ screens, isOpen, lanAddresses, log }: ScreensDeskParts): ScreensDesk {
  let trouble: ScreensStatus['trouble']

  const statusOf = ({ session, devices, port, connected }: StationScreensPort): CallResult<ScreensStatus> => {
    const listensOn = port()
    const isConnected = new Set(connected())
    const suffix = listensOn === STATION_PORT ? '' : `:${listensOn}`
    return ok({
      state: listensOn === undefined ? 'off' : 'listening',
      ...(trouble === undefined ? {} : { trouble }),
      addresses: listensOn === undefined ? [] : lanAddresses().map((address) => `${address}${suffix}`),
      pairing: session.state(),
      screens: devices.list().map(({ key: _, ...device }) => ({ ...device, isConnected: isConnected.has(device.id) })),
    })
  }
  const withScreens = (work: (port: StationScreensPort) => CallResult<ScreensStatus>): CallResult<ScreensStatus> => {
    const port = screens()
    return port === undefined ? refusal() : work(port)
  }

  return {
    status: () => (isOpen() ? withScreens(statusOf) : fail('locked', 'The PIN has to be entered first')),
    async openPairing() {
      const port = screens()
      if (port === undefined) return refusal()
      const opened = await port.openPairing()
      // A code is worth nothing while nothing listens.
      if (!opened.ok) port.session.stop()
      trouble = opened.ok ? undefined : opened.code === 'port' ? 'port' : 'keychain'
      return statusOf(port)
    },
    stopPairing: () =>
      withScreens((port) => {
        port.session.stop()
        return statusOf(port)
      }),
    revoke: ({ id }) =>
      withScreens((port) => {
        try {
          if (port.devices.revoke(id)) log.info('screen-revoked')
        } catch (error) {
          log.error('screen-not-revoked', { error: messageOf(error) })
          return fail('storage', 'The list of screens could not be written')
        }
        return statusOf(port)
      }),
  }
}
