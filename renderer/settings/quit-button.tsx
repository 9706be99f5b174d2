import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { FailureCode } from '../../shared/contract.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { useWindowParts } from '../window/window-parts.ts'

/** Closes the program, after a second tap: a closed program receives no orders. */
export function QuitButton() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState<FailureCode>()
  const quit = async (): Promise<void> => {
    const answer = await callSafely(() => bridge.call['app:quit'](null))
    setFailure(answer.ok ? undefined : answer.code)
  }
  return (
    <>
      {isAsked ? (
        <p className="settings-warning" role="status">
          {t('support.quitWarning')}
        </p>
      ) : null}
      <div className="dialog-buttons">
        {isAsked ? (
          <>
            <Button className="button" onPress={() => setAsked(false)}>
              {t('support.stay')}
            </Button>
            <Button className="button button-danger" data-testid="quit-now" onPress={() => void quit()}>
              {t('support.quitNow')}
            </Button>
          </>
        ) : (
          <Button className="button" data-testid="quit" onPress={() => setAsked(true)}>
            {t('support.quit')}
          </Button>
        )}
      </div>
      <FailureNote failure={failure} />
    </>
  )
}
