import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ownWordsOf, WORD_LISTS, type WordList } from '../../shared/ticket/kitchen-words.ts'
import { TicketPreview, useExample } from '../ticket/ticket-preview.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { Row } from '../ui/controls/row.tsx'
import { WordChips } from '../ui/controls/word-chips.tsx'
import { useSettings } from '../ui/window/settings-form.tsx'

/** Words in sight before a touch shows the others. */
const FIRST_WORDS = 12

/** One list of words in the language of the screen: first the shop's own words, then those of the product. */
function WordListRows({ list }: { readonly list: WordList }) {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const [showsAll, setShowsAll] = useState(false)
  const { locale } = settings
  const product = WORD_LISTS[list][locale]
  const words = ownWordsOf(list, settings)
  const own = words.filter((word) => !product.includes(word))
  const sorted = [...own, ...words.filter((word) => product.includes(word))]
  const shown = showsAll ? sorted : sorted.slice(0, Math.max(own.length, FIRST_WORDS))
  const hidden = sorted.slice(shown.length)
  const isChanged = words.length !== product.length || own.length > 0
  const store = (next: readonly string[]): void => change({ [list]: { ...settings[list], [locale]: [...next] } })
  return (
    <section data-setting={list} aria-label={t(`name.${list}`)}>
      <Row label={t(`name.${list}`)} help={t(`words.${list}Explain`)} />
      <WordChips label={t(`name.${list}`)} words={shown} onChange={(next) => store([...next, ...hidden])} />
      <div className="settings-buttons">
        {hidden.length === 0 ? null : (
          <PushButton
            data-command="show-all"
            label={t('words.showAll', { count: sorted.length })}
            onPress={() => setShowsAll(true)}
          />
        )}
        {isChanged ? <PushButton data-command="reset" label={t('words.reset')} onPress={() => store(product)} /> : null}
      </div>
    </section>
  )
}

/** A note to try the words with, on a real ticket. */
function Trial() {
  const { t } = useTranslation('settings')
  const example = useExample()
  const [text, setText] = useState(example.lines[0]?.notes ?? '')
  const lines = example.lines.map((line) => ({ ...line, notes: text }))
  return (
    <figure className="preview settings-preview">
      <label className="settings-trial">
        <span className="row-help">{t('words.trial')}</span>
        <input
          className="field-input"
          autoComplete="off"
          maxLength={200}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <TicketPreview ticket={{ ...example, lines }} />
    </figure>
  )
}

/** The words that highlight a note, and those with which a removal begins. */
export const AllergiesSection = () => (
  <div className="settings-split">
    <div>
      <WordListRows list="allergyWords" />
      <WordListRows list="removalWords" />
    </div>
    <Trial />
  </div>
)
