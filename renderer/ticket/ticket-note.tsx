import { OctagonAlert, StickyNote } from 'lucide-react'
import { useMemo } from 'react'
import { allergyWordsOf, noteParts } from '../../shared/allergy.ts'
import { useWords } from '../window/window-parts.ts'
import { useTicketSettings } from './ticket-settings.ts'

/** What a customer wrote. Where it seems to speak of an allergy it is set apart, and says that it comes from the notes. */
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
            {/* The marked words say it to the eye. */}
            <span className="visually-hidden">{t('ticket.allergyInNotes')}</span>
          </>
        ) : null}
        {parts.map(({ text: words, warns: stands }, index) => {
          const key = `${index}`
          return stands ? <mark key={key}>{words}</mark> : <span key={key}>{words}</span>
        })}
      </span>
    </span>
  )
}
