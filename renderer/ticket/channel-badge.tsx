import { colorOfChannel } from '../../shared/channel-colors.ts'
import { useComanda } from '../window/window-parts.ts'

/** Letters of the channel's name that a card shows. */
const SHORT_LETTERS = 3

/** The name of a sales channel, in the colour that the kitchen chose for it. */
export function ChannelBadge({ channel, isShort = false }: { readonly channel: string; readonly isShort?: boolean }) {
  const color = useComanda((state) => colorOfChannel(channel, state.settings?.channelColors ?? []))
  return (
    <span className="chip" data-kind="channel" data-short={isShort || undefined} data-channel-color={color}>
      <bdi aria-hidden={isShort || undefined}>{isShort ? [...channel].slice(0, SHORT_LETTERS).join('') : channel}</bdi>
      {isShort ? <span className="visually-hidden">{channel}</span> : null}
    </span>
  )
}
