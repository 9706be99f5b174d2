import { useTranslation } from 'react-i18next'
import { folded, wordsOf } from '../../shared/text/folded-text.ts'
import type { SectionName, sectionsAt } from './sections.ts'

/** A section, and the words of one of its rows. */
export type Found = { readonly section: SectionName; readonly row?: string }

type SearchResultsProps = {
  readonly search: string
  readonly sections: ReturnType<typeof sectionsAt>
  readonly onFound: (found: Found) => void
}

/** Whether each word of the search begins a word of the text. */
const matches = (search: readonly string[], text: string): boolean => {
  const words = wordsOf(folded(text))
  return search.length > 0 && search.every((part) => words.some((word) => word.startsWith(part)))
}

/** The rows and sections with the words that were typed, or with other words for the same thing. */
export function SearchResults({ search, sections, onFound }: SearchResultsProps) {
  const { t } = useTranslation(['settings', 'setup', 'sound', 'lock', 'paper', 'practice'])
  const parts = wordsOf(folded(search))
  const found = sections.flatMap(({ name, Icon, rows }): (Found & { words: string; Icon: typeof Icon })[] => {
    const section = t(`settings:tab.${name}`)
    const labels = rows.map((row) => t(row)).filter((label) => matches(parts, label))
    if (labels.length > 0) return labels.map((row) => ({ section: name, row, words: section, Icon }))
    return matches(parts, `${section} ${t(`settings:find.${name}`)}`) ? [{ section: name, words: section, Icon }] : []
  })
  if (found.length === 0)
    return (
      <p role="status" data-testid="nothing-found">
        {t('settings:search.nothing')}
      </p>
    )
  return (
    <ul aria-label={t('settings:search.label')}>
      {found.map(({ section, row, words, Icon }) => (
        <li key={`${section} ${row}`}>
          <button
            type="button"
            className="pick"
            data-found-section={section}
            onClick={() => onFound(row === undefined ? { section } : { section, row })}
          >
            <Icon aria-hidden />
            <span className="row-words">
              <span className="row-label">{row ?? words}</span>
              {row === undefined ? null : <span className="row-help">{words}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
