import { CloudOff, X } from 'lucide-react'
import { SKEW_LIMIT_MS } from '../clock/platform-clock.ts'
import { HeaderButton } from '../controls/header-button.tsx'
import { isKnownNotice } from '../window/known-notice.ts'
import { useComanda, useWords } from '../window/window-parts.ts'
import { HiddenAlarms } from './hidden-alarms.tsx'
import './announcements.css'

/** Notices about past events. They are shown until a user closes them. */
const CLOSABLE_NOTICES: readonly string[] = [
  'storage-repaired',
  'storage-lost',
  'provision-taken',
  'provision-refused',
  'provision-not-erased',
  'provision-waiting',
  'provision-on-screen',
]

/** Below the wall, so that it covers no ticket and no count. */
export function Notice() {
  const t = useWords()
  const isSkewed = useComanda((state) => Math.abs(state.connection.skewMs) > SKEW_LIMIT_MS)
  const sent = useComanda((state) => (state.isNoticeClosed ? undefined : state.connection.notice || undefined))
  const closeNotice = useComanda((state) => state.closeNotice)
  const notice = sent ?? (isSkewed ? 'clock-skew' : undefined)
  if (notice === undefined) return null
  return (
    <div className="notice-bar" role="status" data-notice={notice}>
      {t(`notice.${isKnownNotice(notice) ? notice : 'unknown'}`)}
      {CLOSABLE_NOTICES.includes(notice) ? (
        <button
          type="button"
          className="icon-button"
          aria-label={t('action.close')}
          data-testid="close-notice"
          onClick={() => closeNotice()}
        >
          <X aria-hidden />
        </button>
      ) : null}
    </div>
  )
}

/** Stops the sound of an outdated board until the board is up to date again. The badge is not affected. */
function SilenceStale() {
  const t = useWords()
  const isSounding = useComanda((state) => state.sound.isStale && !state.sound.isStaleSilenced)
  const changeSound = useComanda((state) => state.changeSound)
  if (!isSounding) return null
  return (
    <HeaderButton
      data-testid="silence-stale"
      Icon={CloudOff}
      words={t('alarm.silence')}
      onClick={() => changeSound({ isStaleSilenced: true })}
    />
  )
}

/** Orders that ring out of sight, and the sound of an outdated board. */
export function Announcements() {
  return (
    <div className="announcements" data-testid="announcements">
      <HiddenAlarms />
      <SilenceStale />
    </div>
  )
}
