import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { Bridge, CallResult, FailureCode } from '../../shared/contract/contract.ts'
import type { CustomersLink } from '../../shared/contract/customers-link.ts'
import { FailureNote } from '../controls/failure-note.tsx'
import { callSafely } from '../window/call-safely.ts'
import { usePolled } from '../window/use-polled.ts'
import { useWindowParts } from '../window/window-parts.ts'

const POLL_INTERVAL_MS = 2_000
const askStatus = (bridge: Bridge): Promise<CallResult<CustomersLink>> => bridge.call['customers:status'](null)

/** The read-only address of the customers' board, for the browser of a TV. It is off until a user makes it here. */
export function CustomersLinkGroup() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const [link, setLink] = usePolled(askStatus, POLL_INTERVAL_MS)
  const [failure, setFailure] = useState<FailureCode>()
  const run = (call: () => Promise<CallResult<CustomersLink>>): void => {
    void callSafely(call).then((answer) => {
      setFailure(answer.ok ? undefined : answer.code)
      if (answer.ok) setLink(answer.value)
    })
  }
  const isMade = link !== undefined && link.state !== 'off'
  return (
    <section
      className="settings-group"
      aria-label={t('customers.title')}
      data-testid="customers-link"
      data-state={link?.state}
    >
      <h3>{t('customers.title')}</h3>
      <p>{t('customers.explain')}</p>
      {link?.state === 'off' ? <p>{t('customers.off')}</p> : null}
      {link?.state === 'failed' ? (
        <p className="failure" role="alert">
          {t('customers.failed')}
        </p>
      ) : null}
      {(link?.urls ?? []).map((url) => (
        <p key={url}>
          <code className="settings-url" data-testid="customers-url">
            {url}
          </code>
        </p>
      ))}
      <FailureNote failure={failure} />
      <div className="dialog-buttons">
        <Button
          className="button"
          data-testid="customers-open"
          onPress={() => run(() => bridge.call['customers:open-link'](null))}
        >
          {t(isMade ? 'customers.again' : 'customers.open')}
        </Button>
        {isMade ? (
          <Button
            className="button"
            data-testid="customers-close"
            onPress={() => run(() => bridge.call['customers:close-link'](null))}
          >
            {t('customers.close')}
          </Button>
        ) : null}
      </div>
      {isMade ? <p className="settings-hint">{t('customers.warn')}</p> : null}
    </section>
  )
}
