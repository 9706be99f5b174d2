import { useWords } from '../window/window-parts.ts'

/** What the keys of a bump bar do. */
export function KeyLegend() {
  const t = useWords()
  const keys = [
    ['1–9', t('keys.pick')],
    ['Enter', t('keys.advance')],
    ['0', t('keys.undo')],
    ['.', t('keys.recall')],
    ['+ −', t('keys.pages')],
  ] as const
  return (
    <ul className="key-legend" aria-label={t('keys.title')} data-testid="key-legend">
      {keys.map(([key, words]) => (
        <li key={key}>
          <kbd>{key}</kbd> {words}
        </li>
      ))}
    </ul>
  )
}
