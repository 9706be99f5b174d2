/** Colours that a kitchen can give to a sales channel: renderer/styles/channels.css has a readable pair for each. */
export const CHANNEL_COLORS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type ChannelColor = (typeof CHANNEL_COLORS)[number]

/** Longest channel name that can be given a colour, in characters. */
export const MAX_CHANNEL_NAME = 60

export type ColoredChannel = { readonly channel: string; readonly color: ChannelColor }

/** Platforms vary the case of a channel's name. */
const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The colour chosen for a channel; `undefined` when none was. */
export const colorOfChannel = (channel: string, colors: readonly ColoredChannel[]): ChannelColor | undefined =>
  colors.find((entry) => isSame(entry.channel, channel))?.color

/** The colours after a choice; `undefined` takes the channel's colour away. */
export function withChannelColor(
  colors: readonly ColoredChannel[],
  channel: string,
  color: ChannelColor | undefined,
): ColoredChannel[] {
  const others = colors.filter((entry) => !isSame(entry.channel, channel))
  return color === undefined ? others : [...others, { channel, color }]
}
