import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { CHANNEL_COLORS, colorOfChannel, withChannelColor } from '../../shared/contract/values.ts'
import { ownWordsOf, WORD_LISTS, type WordList } from '../../shared/ticket/kitchen-words.ts'
import { Choice } from '../controls/choice.tsx'
import { PushButton } from '../controls/push-button.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { ChannelBadge } from '../ticket/channel-badge.tsx'
import { useSettings } from '../window/settings-form.tsx'
import { useAnswer } from '../window/use-answer.ts'

type Draft = { readonly key: number; readonly name: string; readonly words: string }

/** Splits a list of words at commas, semicolons and line breaks. */
const wordsFrom = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** The stations of the kitchen. Changes are drafts until they are saved. */
export function StationSettings() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    settings.stations.map(({ name, keywords }, key) => ({ key, name, words: keywords.join(', ') })),
  )
  const edit = (key: number, more: Partial<Draft>): void =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...more } : draft)))
  const add = (): void => setDrafts([...drafts, { key: (drafts.at(-1)?.key ?? 0) + 1, name: '', words: '' }])
  const save = (): void => {
    const stations = drafts
      .map(({ name, words }) => ({ name: name.trim(), keywords: wordsFrom(words) }))
      .filter(({ name }) => name !== '')
    const isGone = !stations.some(({ name }) => name === settings.station)
    change({ stations, ...(isGone ? { station: '' } : {}) })
  }
  return (
    <>
      <p>{t('words.stationsExplain')}</p>
      {drafts.map(({ key, name, words }) => (
        <div key={key} className="settings-station">
          <TextInput label={t('words.stationName')} value={name} onChange={(text) => edit(key, { name: text })} />
          <TextInput label={t('words.stationWords')} value={words} onChange={(text) => edit(key, { words: text })} />
          <Button
            className="icon-button"
            aria-label={t('words.removeStation')}
            onPress={() => setDrafts(drafts.filter((draft) => draft.key !== key))}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
      <div className="dialog-buttons">
        <PushButton label={t('words.addStation')} onPress={add} />
        <PushButton data-testid="save-stations" label={t('save')} onPress={save} />
      </div>
    </>
  )
}

/** One list of words in the language of the screen. */
function WordListSettings({ list }: { readonly list: WordList }) {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const { locale } = settings
  const [words, setWords] = useState(() => ownWordsOf(list, settings).join(', '))
  const save = (next: readonly string[]): void => {
    setWords(next.join(', '))
    change({ [list]: { ...settings[list], [locale]: [...next] } })
  }
  return (
    <>
      <p>{t(`words.${list}Explain`)}</p>
      <TextInput label={t(`name.${list}`)} value={words} onChange={setWords} />
      <div className="dialog-buttons">
        <PushButton label={t('words.reset')} onPress={() => save(WORD_LISTS[list][locale])} />
        <PushButton data-testid={`save-${list}`} label={t('save')} onPress={() => save(wordsFrom(words))} />
      </div>
    </>
  )
}

/** The words that highlight a note, and those with which a removal begins. */
export const AllergySettings = () => (
  <>
    <WordListSettings list="allergyWords" />
    <WordListSettings list="removalWords" />
  </>
)

/** Channels of known orders, and channels with a colour. Names that differ only in upper and lower case count once. */
function useChannels(colored: readonly string[]): readonly string[] | undefined {
  const answer = useAnswer('channels:seen', null)
  if (answer === undefined) return undefined
  const seen = answer.ok ? answer.value : []
  const byName = new Map([...colored, ...seen].map((channel) => [channel.trim().toLowerCase(), channel]))
  return [...byName.values()].toSorted((a, b) => a.localeCompare(b))
}

const COLORS = ['none', ...CHANNEL_COLORS] as const

/** One of eight colours or none for each channel, for its badge on the tickets. */
export function ChannelsSection() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const { channelColors } = settings
  const channels = useChannels(channelColors.map(({ channel }) => channel))
  if (channels === undefined) return null
  return (
    <>
      <p>{t('channels.explain')}</p>
      {channels.length === 0 ? <p className="settings-hint">{t('channels.none')}</p> : null}
      {channels.map((channel) => (
        <Choice
          key={channel}
          className="channel-colors"
          data-channel={channel}
          label={<ChannelBadge channel={channel} />}
          value={colorOfChannel(channel, channelColors) ?? 'none'}
          values={COLORS}
          word={(color) => (
            <span className="chip" data-channel-color={color === 'none' ? undefined : color}>
              {color === 'none' ? t('channels.noColor') : t(`channels.color.${color}`)}
            </span>
          )}
          onChange={(color) => {
            const chosen = color === 'none' ? undefined : color
            change({ channelColors: withChannelColor(channelColors, channel, chosen) })
          }}
        />
      ))}
    </>
  )
}
