import { useTranslation } from 'react-i18next'
import { colorOfChannel, withChannelColor } from '../../shared/contract/values.ts'
import { ChannelBadge } from '../ticket/channel-badge.tsx'
import { Row } from '../ui/controls/row.tsx'
import { useSettings } from '../ui/window/settings-form.tsx'
import { useAnswer } from '../ui/window/use-answer.ts'
import { ColorSwatches, type Swatch, useColorName } from './color-swatches.tsx'

/** Channels of known orders, and channels with a colour. Names that differ only in upper and lower case count once. */
function useChannels(colored: readonly string[]): readonly string[] | undefined {
  const answer = useAnswer('channels:seen', null)
  if (answer === undefined) return undefined
  const seen = answer.ok ? answer.value : []
  const byName = new Map([...colored, ...seen].map((channel) => [channel.trim().toLowerCase(), channel]))
  return [...byName.values()].toSorted((a, b) => a.localeCompare(b))
}

type ChannelRowProps = {
  readonly channel: string
  readonly color: Swatch
  readonly onChange: (color: Swatch) => void
}

/** A channel with its colours side by side. */
function ChannelRow({ channel, color, onChange }: ChannelRowProps) {
  const nameOf = useColorName()
  return (
    <Row data-channel={channel} label={<ChannelBadge channel={channel} />} help={nameOf(color)}>
      <ColorSwatches of={channel} chosen={color} onChange={onChange} canBeNone />
    </Row>
  )
}

/** One of eight colours or none for each channel, for its badge on the tickets. */
export function ChannelsSection() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const { channelColors } = settings
  const channels = useChannels(channelColors.map(({ channel }) => channel))
  if (channels === undefined) return null
  return (
    <section data-setting="channelColors" aria-label={t('name.channelColors')}>
      <p className="row-help">{t(channels.length === 0 ? 'channels.none' : 'channels.explain')}</p>
      {channels.map((channel) => (
        <ChannelRow
          key={channel}
          channel={channel}
          color={colorOfChannel(channel, channelColors) ?? 'none'}
          onChange={(color) =>
            change({
              channelColors: withChannelColor(channelColors, channel, color === 'none' ? undefined : color),
            })
          }
        />
      ))}
    </section>
  )
}
