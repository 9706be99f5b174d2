import { MAX_CHANNEL_NAME } from '../../shared/channel-colors.ts'
import { messageOf } from '../../shared/result.ts'
import type { Log } from '../logging/log-port.ts'
import type { Facts } from '../storage/ports.ts'

/** A kitchen has a handful of channels. A platform that sends a new name with each order must not fill the ledger. */
const MAX_CHANNELS = 50

/** The sales channels of the orders so far, kept over restarts. The settings offer a colour for each. */
export type Channels = {
  /** Stores the channel of a ticket. Never throws. */
  record(channel: string | undefined): void
  seen(): readonly string[]
}

export function createChannels(stored: Facts['channelsSeen'], log: Log): Channels {
  const seen = new Set(stored.get())
  return {
    record(channel) {
      if (channel === undefined || channel.trim() === '' || seen.has(channel)) return
      if (channel.length > MAX_CHANNEL_NAME || seen.size >= MAX_CHANNELS) return
      seen.add(channel)
      try {
        stored.set([...seen])
      } catch (error) {
        // A list for the settings: the order itself is stored elsewhere.
        log.warn('channel-not-remembered', { error: messageOf(error) })
      }
    },
    seen: () => [...seen],
  }
}
