import { CircleCheck, CircleX, Loader, PowerOff, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { WEBHOOK_PORT } from '../../shared/contract/values.ts'
import type { WebhookStatus, WebhookVerdict } from '../../shared/contract/webhook.ts'
import { Choice } from '../controls/choice.tsx'
import type { SettingsSectionProps } from '../window/settings-section.ts'
import { usePolled } from '../window/use-answer.ts'
import { useFormats } from '../window/window-parts.ts'
import { NumberStepper } from './number-stepper.tsx'
import { OnOff } from './on-off.tsx'

const POLL_INTERVAL_MS = 1_000
const ICONS = { off: PowerOff, starting: Loader, listening: CircleCheck, failed: CircleX } as const
const SUCCESSES: ReadonlySet<WebhookVerdict> = new Set(['accepted', 'duplicate'])

function State({ status }: { readonly status: WebhookStatus }) {
  const { t } = useTranslation('settings')
  const Icon = ICONS[status.state]
  return (
    <p className="settings-state" role="status" data-testid="webhook-state" data-state={status.state}>
      <Icon aria-hidden />
      <span>
        <strong>{t(`webhook.state.${status.state}`)}</strong>
        {status.trouble === undefined ? null : ` ${t(`webhook.trouble.${status.trouble}`)}`}
      </span>
    </p>
  )
}

function Addresses({ urls }: { readonly urls: readonly string[] }) {
  const { t } = useTranslation('settings')
  if (urls.length === 0) return null
  return (
    <section className="settings-group" aria-label={t('webhook.address')}>
      <h3>{t('webhook.address')}</h3>
      {urls.map((url) => (
        <code key={url} className="settings-url" data-testid="webhook-url">
          {url}
        </code>
      ))}
      <p className="settings-hint">{t('webhook.copy')}</p>
      <p className="settings-hint">{t('webhook.register')}</p>
    </section>
  )
}

function LastDelivery({ status }: { readonly status: WebhookStatus }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const { lastDelivery } = status
  const Icon = lastDelivery !== undefined && SUCCESSES.has(lastDelivery.verdict) ? CircleCheck : TriangleAlert
  return (
    <section className="settings-group" aria-label={t('webhook.last')}>
      <h3>{t('webhook.last')}</h3>
      {lastDelivery === undefined ? (
        <p data-testid="webhook-last" data-verdict="none">
          {t('webhook.none')}
        </p>
      ) : (
        <p className="settings-state" data-testid="webhook-last" data-verdict={lastDelivery.verdict}>
          <Icon aria-hidden />
          <span>
            <strong>{formats.time(lastDelivery.at)}</strong> {t(`webhook.verdict.${lastDelivery.verdict}`)}
          </span>
        </p>
      )}
      <p className="settings-hint" data-testid="webhook-counts">
        {t('webhook.counts', { accepted: formats.whole(status.accepted), refused: formats.whole(status.refused) })}
      </p>
    </section>
  )
}

/** Webhook deliveries of the platform: whether and where they are received, and the result of the last one. */
export function WebhookSection({ settings, change }: SettingsSectionProps) {
  const { t } = useTranslation('settings')
  const { value: status } = usePolled('webhook:status', null, POLL_INTERVAL_MS)
  const { enabled, bind, port } = settings.webhook
  return (
    <>
      <p>{t('webhook.explain')}</p>
      <OnOff label={t('webhook.switch')} isOn={enabled} onChange={(isOn) => change({ webhook: { enabled: isOn } })} />
      {enabled ? (
        <>
          <Choice
            label={t('webhook.bind')}
            value={bind}
            options={[
              { value: 'loopback', label: t('webhook.loopback') },
              { value: 'lan', label: t('webhook.lan') },
            ]}
            onChange={(next) => change({ webhook: { bind: next } })}
          />
          {bind === 'lan' ? (
            <p className="settings-warning" data-testid="webhook-lan-warning">
              <TriangleAlert aria-hidden />
              {t('webhook.lanWarning')}
            </p>
          ) : null}
          <NumberStepper
            label={t('webhook.port')}
            hint={t('webhook.portHint')}
            value={port}
            {...WEBHOOK_PORT}
            onChange={(next) => change({ webhook: { port: next } })}
          />
        </>
      ) : null}
      {status === undefined ? null : (
        <>
          <State status={status} />
          <Addresses urls={status.urls} />
          {enabled ? <LastDelivery status={status} /> : null}
        </>
      )}
    </>
  )
}
