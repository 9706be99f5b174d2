import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../styles/rows.css'

const MAX_WORD = 60

/** Splits a list of words at commas, semicolons and line breaks. */
const wordsFrom = (text: string): readonly string[] =>
  text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')

type WordChipsProps = {
  /** What the words are: read by assistive technology only. */
  readonly label: string
  readonly words: readonly string[]
  readonly onChange: (words: string[]) => void
}

/** The field for another word. Enter adds it and stays; a touch elsewhere adds it and closes the field. */
function WordField({ label, onAdd, onClose }: { label: string; onAdd: (text: string) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const onKey = ({ key, nativeEvent }: KeyboardEvent): void => {
    if (key === 'Enter' && !nativeEvent.isComposing) {
      onAdd(text)
      setText('')
    }
  }
  return (
    <input
      ref={(field) => field?.focus()}
      className="field-input word-field"
      aria-label={label}
      autoComplete="off"
      maxLength={MAX_WORD}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={onKey}
      onBlur={({ currentTarget }) => {
        // A page that is hidden keeps what was typed.
        if (!currentTarget.checkVisibility()) return
        onAdd(text)
        onClose()
      }}
    />
  )
}

/** A list of words: a touch takes one out, the last chip adds one. */
export function WordChips({ label, words, onChange }: WordChipsProps) {
  const { t } = useTranslation('settings')
  const [isAdding, setAdding] = useState(false)
  const add = (text: string): void => {
    const more = wordsFrom(text).filter((word) => !words.includes(word))
    if (more.length > 0) onChange([...words, ...more])
  }
  return (
    <ul className="word-chips" aria-label={label}>
      {words.map((word) => (
        <li key={word}>
          <button
            type="button"
            className="word-chip"
            data-word={word}
            aria-label={t('words.takeOut', { word })}
            onClick={() => onChange(words.filter((one) => one !== word))}
          >
            <bdi>{word}</bdi>
            <X aria-hidden />
          </button>
        </li>
      ))}
      <li>
        {isAdding ? (
          <WordField label={t('words.addTo', { list: label })} onAdd={add} onClose={() => setAdding(false)} />
        ) : (
          <button
            type="button"
            className="word-chip word-chip-add"
            data-command="add-word"
            aria-label={t('words.addTo', { list: label })}
            onClick={() => setAdding(true)}
          >
            <Plus aria-hidden />
            {t('words.add')}
          </button>
        )}
      </li>
    </ul>
  )
}
