import { Ban, Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CHANNEL_COLORS, type ChannelColor } from '../../shared/contract/values.ts'

export type Swatch = ChannelColor | 'none'

/** A colour in words. */
export function useColorName(): (color: Swatch) => string {
  const { t } = useTranslation('settings')
  return (color) => t(color === 'none' ? 'channels.noColor' : `channels.color.${color}`)
}

type ColorSwatchesProps = {
  /** What has the colour. */
  readonly of: string
  readonly chosen: Swatch
  readonly onChange: (color: Swatch) => void
  readonly canBeNone?: boolean
  /** Colours that others have. */
  readonly taken?: readonly Swatch[]
}

/** The colours side by side. */
export function ColorSwatches({ of, chosen, onChange, canBeNone = false, taken = [] }: ColorSwatchesProps) {
  const nameOf = useColorName()
  const colors: readonly Swatch[] = canBeNone ? ['none', ...CHANNEL_COLORS] : CHANNEL_COLORS
  return colors.map((color) => (
    <button
      key={color}
      type="button"
      className="settings-swatch"
      data-value={color}
      data-channel-color={color === 'none' ? undefined : color}
      aria-label={`${of}: ${nameOf(color)}`}
      aria-pressed={color === chosen}
      disabled={taken.includes(color)}
      onClick={() => onChange(color)}
    >
      {color === chosen ? <Check aria-hidden /> : color === 'none' ? <Ban aria-hidden /> : null}
    </button>
  ))
}
