import { colorOfChannel } from '../../shared/channel-colors.ts'
import { useComanda } from '../app/window-parts.ts'

/** A sales channel by its name, in the colour that the kitchen chose for it; without a choice it is plain text. */
export function ChannelBadge({ channel }: { readonly channel: string }) {
  const color = useComanda((state) => colorOfChannel(channel, state.settings?.channelColors ?? []))
  return (
    <span className="chip" data-kind="channel" data-channel-color={color}>
      <bdi>{channel}</bdi>
    </span>
  )
}
