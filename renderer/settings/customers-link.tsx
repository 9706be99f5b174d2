import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import { Failure, FailureNote } from '../controls/failure-note.tsx'
import { usePolled } from '../window/use-answer.ts'
import { useWindowParts } from '../window/window-parts.ts'

const POLL_INTERVAL_MS = 2_000

/** The read-only address of the customers' board, for the browser of a TV. It is off until a user makes it here. */
export function CustomersLinkGroup() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const { value: link, failure, run } = usePolled('customers:status', null, POLL_INTERVAL_MS)
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
      {link?.state === 'failed' ? <Failure>{t('customers.failed')}</Failure> : null}
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
