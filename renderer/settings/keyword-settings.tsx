import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { ownWordsOf, WORD_LISTS, type WordList } from '../../shared/ticket/kitchen-words.ts'
import { TextInput } from '../controls/text-input.tsx'
import { type SettingsSectionProps, wordsFrom } from '../window/settings-section.ts'

type Draft = { readonly key: number; readonly name: string; readonly words: string }

/** The stations of the kitchen. Changes are drafts until they are saved. */
export function StationSettings({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation(['translation', 'settings'])
  const [drafts, setDrafts] = useState<readonly Draft[]>(() =>
    settings.stations.map(({ name, keywords }, key) => ({ key, name, words: keywords.join(', ') })),
  )
  const edit = (key: number, more: Partial<Draft>): void =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...more } : draft)))
  const save = (): void => {
    const stations = drafts
      .map(({ name, words }) => ({ name: name.trim(), keywords: wordsFrom(words) }))
      .filter(({ name }) => name !== '')
    const isGone = !stations.some(({ name }) => name === settings.station)
    change({ stations, ...(isGone ? { station: '' } : {}) })
  }
  return (
    <>
      <p>{t('settings:words.stationsExplain')}</p>
      {drafts.map(({ key, name, words }) => (
        <div key={key} className="settings-station">
          <TextInput
            label={t('settings:words.stationName')}
            value={name}
            onChange={(text) => edit(key, { name: text })}
          />
          <TextInput
            label={t('settings:words.stationWords')}
            value={words}
            onChange={(text) => edit(key, { words: text })}
          />
          <Button
            className="icon-button"
            aria-label={t('settings:words.removeStation')}
            onPress={() => setDrafts(drafts.filter((draft) => draft.key !== key))}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
      <div className="dialog-buttons">
        <Button
          className="button"
          onPress={() => setDrafts([...drafts, { key: (drafts.at(-1)?.key ?? 0) + 1, name: '', words: '' }])}
        >
          {t('settings:words.addStation')}
        </Button>
        <Button className="button" data-testid="save-stations" onPress={save}>
          {t('settings.save')}
        </Button>
      </div>
    </>
  )
}

/** One list of words in the language of the screen. */
function WordListSettings({ settings, change, list }: SettingsSectionProps & { readonly list: WordList }) {
  const { t } = useTranslation(['translation', 'settings'])
  const { locale } = settings
  const [words, setWords] = useState(() => ownWordsOf(list, settings).join(', '))
  const save = (next: readonly string[]): void => {
    setWords(next.join(', '))
    change({ [list]: { ...settings[list], [locale]: [...next] } })
  }
  return (
    <>
      <p>{t(`settings:words.${list}Explain`)}</p>
      <TextInput label={t(`settings:words.${list}`)} value={words} onChange={setWords} />
      <div className="dialog-buttons">
        <Button className="button" onPress={() => save(WORD_LISTS[list][locale])}>
          {t('settings:words.reset')}
        </Button>
        <Button className="button" data-testid={`save-${list}`} onPress={() => save(wordsFrom(words))}>
          {t('settings.save')}
        </Button>
      </div>
    </>
  )
}

/** The words that highlight a note, and those with which a removal begins. */
export const AllergySettings = (props: SettingsSectionProps) => (
  <>
    <WordListSettings {...props} list="allergyWords" />
    <WordListSettings {...props} list="removalWords" />
  </>
)
