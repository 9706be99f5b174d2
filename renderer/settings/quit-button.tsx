import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'

/** Closes the program after a second tap, because a closed program receives no orders. */
export function QuitButton() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [isConfirming, setConfirming] = useState(false)
  const [failure, setFailure] = useState<FailureCode>()
  const quit = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['app:quit'](null))
    setFailure(answer.ok ? undefined : answer.code)
  }
  return (
    <>
      {isConfirming ? (
        <p className="settings-warning" role="status">
          {t('support.quitWarning')}
        </p>
      ) : null}
      <div className="dialog-buttons">
        {isConfirming ? (
          <>
            <Button className="button" onPress={() => setConfirming(false)}>
              {t('support.stay')}
            </Button>
            <Button className="button button-danger" data-testid="quit-now" onPress={() => void quit()}>
              {t('support.quitNow')}
            </Button>
          </>
        ) : (
          <Button className="button" data-testid="quit" onPress={() => setConfirming(true)}>
            {t('support.quit')}
          </Button>
        )}
      </div>
      <FailureNote failure={failure} />
    </>
  )
}
