import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CHANNEL_COLORS, type ChannelColor, colorOfChannel, withChannelColor } from '../../shared/contract/values.ts'
import { ChannelBadge } from '../ticket/channel-badge.tsx'
import type { SettingsSectionProps } from '../window/settings-section.ts'
import { useAnswer } from '../window/use-answer.ts'

type ColorsProps = {
  readonly channel: string
  readonly color: ChannelColor | undefined
  readonly onChange: (color: ChannelColor | undefined) => void
}

/** The eight colours, drawn as on the badge, and "no colour". */
function Colors({ channel, color, onChange }: ColorsProps) {
  const { t } = useTranslation('settings')
  const name = useId()
  return (
    <fieldset className="choice channel-colors" data-channel={channel}>
      <legend className="choice-label">
        <ChannelBadge channel={channel} />
      </legend>
      <div className="choice-options">
        {[undefined, ...CHANNEL_COLORS].map((offered) => (
          <label key={offered ?? 'none'} className="choice-option">
            <input
              type="radio"
              name={name}
              value={offered ?? 'none'}
              checked={offered === color}
              onChange={() => onChange(offered)}
            />
            <span className="chip" data-channel-color={offered}>
              {offered === undefined ? t('channels.noColor') : t(`channels.color.${offered}`)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Channels of known orders, and channels with a colour. Names that differ only in upper and lower case count once. */
function useChannels(colored: readonly string[]): readonly string[] | undefined {
  const answer = useAnswer('channels:seen', null)
  if (answer === undefined) return undefined
  const seen = answer.ok ? answer.value : []
  const byName = new Map([...colored, ...seen].map((channel) => [channel.trim().toLowerCase(), channel]))
  return [...byName.values()].toSorted((a, b) => a.localeCompare(b))
}

/** A colour for each channel, for its badge on the tickets. */
export function ChannelsSection({ settings: { channelColors }, change }: SettingsSectionProps) {
  const { t } = useTranslation('settings')
  const channels = useChannels(channelColors.map(({ channel }) => channel))
  if (channels === undefined) return null
  return (
    <>
      <p>{t('channels.explain')}</p>
      {channels.length === 0 ? <p className="settings-hint">{t('channels.none')}</p> : null}
      {channels.map((channel) => (
        <Colors
          key={channel}
          channel={channel}
          color={colorOfChannel(channel, channelColors)}
          onChange={(color) => change({ channelColors: withChannelColor(channelColors, channel, color) })}
        />
      ))}
    </>
  )
}
