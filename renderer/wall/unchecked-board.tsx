import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PushButton } from '../ui/controls/push-button.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import { useAdvice, useFreshnessState, useUncheckedWords } from '../ui/window/freshness-words.ts'
import { useTimedFlag } from '../ui/window/use-timed-flag.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'
import './unchecked-board.css'

/** After a tap the board says for this long that it connects, so that the tap is seen. */
const TRYING_MS = 2_000

/** What is wrong and what helps: for a platform that never answered, in more words than the badge has room for. */
function Cause() {
  const { t } = useTranslation(['translation', 'emptyWall'])
  const { checkedAt, isAgeUnknown, trouble } = useComanda((store) => store.connection.freshness)
  const isOffline = useFreshnessState() === 'offline'
  const advice = useAdvice()
  const isFirstContact = checkedAt === undefined && isAgeUnknown !== true
  if (!isFirstContact || trouble !== 'network') return <p className="unchecked-cause">{advice}</p>
  return (
    <>
      <p className="unchecked-cause">
        {t(isOffline ? 'emptyWall:cause.offline' : 'emptyWall:cause.network')} {advice}
      </p>
      {isOffline ? null : <p>{t('emptyWall:address')}</p>}
    </>
  )
}

/** In place of "nothing here" on a board that was not checked just now: since when, why, what helps, and a button to try again. */
export function UncheckedBoard() {
  const { t } = useTranslation()
  const { bridge } = useWindowParts()
  const words = useUncheckedWords()
  const [isTrying, showTrying] = useTimedFlag(TRYING_MS)
  if (isTrying || words === t('freshness.connecting'))
    return (
      <div className="unchecked" role="status">
        <p className="unchecked-title">{t('freshness.connecting')}</p>
      </div>
    )
  return (
    <div className="unchecked">
      <p className="unchecked-title">{words}</p>
      <Cause />
      <PushButton
        data-command="retry-now"
        kind="primary"
        Icon={RotateCw}
        label={t('freshness.retryNow')}
        onPress={() => {
          showTrying()
          void callSafely(() => bridge.call['sync:retry-now'](null))
        }}
      />
    </div>
  )
}
