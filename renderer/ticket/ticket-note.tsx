import { OctagonAlert, StickyNote } from 'lucide-react'
import { useMemo } from 'react'
import { allergyWordsOf, noteParts } from '../../shared/allergy.ts'
import { useWords } from '../window/window-parts.ts'
import { useTicketSettings } from './ticket-settings.ts'

/** A customer's note. A note with an allergy word is highlighted and labelled as a note. */
export function TicketNote({ text }: { readonly text: string }) {
  const t = useWords()
  const settings = useTicketSettings()
  const parts = useMemo(() => noteParts(text, allergyWordsOf(settings)), [text, settings])
  const warns = parts.some((part) => part.warns)
  const Icon = warns ? OctagonAlert : StickyNote
  return (
    <span className="note" data-allergy={warns || undefined}>
      <Icon aria-hidden />
      <span>
        {warns ? (
          <>
            <span className="note-label">{t('ticket.allergy')}</span>
            {/* For assistive technology; on the screen the words are marked. */}
            <span className="visually-hidden">{t('ticket.allergyInNotes')}</span>
          </>
        ) : null}
        {parts.map(({ text: words, warns: isMarked }, index) => {
          const key = `${index}`
          return isMarked ? <mark key={key}>{words}</mark> : <span key={key}>{words}</span>
        })}
      </span>
    </span>
  )
}
