import { colorOfChannel } from '../../shared/contract/values.ts'
import { channelWord } from '../../shared/text/channel-word.ts'
import { useTicketSettings } from './ticket-settings.ts'
import './channels.css'

/** The name of a sales channel, in the colour that the kitchen chose for it. */
export function ChannelBadge({ channel }: { readonly channel: string }) {
  const color = colorOfChannel(channel, useTicketSettings()?.channelColors ?? [])
  return (
    <span className="chip" data-kind="channel" data-channel-color={color}>
      <bdi>{channelWord(channel)}</bdi>
    </span>
  )
}
