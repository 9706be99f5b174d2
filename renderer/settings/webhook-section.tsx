import { CircleCheck, CircleX, Loader, PowerOff, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { WEBHOOK_PORT } from '../../shared/contract/values.ts'
import type { WebhookStatus } from '../../shared/contract/webhook.ts'
import { Choice } from '../controls/choice.tsx'
import { Group } from '../controls/group.tsx'
import { NumberStepper } from '../controls/number-stepper.tsx'
import { OnOff, useSettings } from '../window/settings-form.tsx'
import { usePolled } from '../window/use-answer.ts'
import { useFormats } from '../window/window-parts.ts'

const POLL_INTERVAL_MS = 1_000
const ICONS = { off: PowerOff, starting: Loader, listening: CircleCheck, failed: CircleX } as const

function State({ status: { state, trouble, urls } }: { readonly status: WebhookStatus }) {
  const { t } = useTranslation('settings')
  const Icon = ICONS[state]
  return (
    <>
      <p className="settings-state" role="status" data-testid="webhook-state" data-state={state}>
        <Icon aria-hidden />
        <span>
          <strong>{t(`webhook.state.${state}`)}</strong>
          {trouble === undefined ? null : ` ${t(`webhook.trouble.${trouble}`)}`}
        </span>
      </p>
      {urls.length === 0 ? null : (
        <Group title={t('webhook.address')}>
          {urls.map((url) => (
            <code key={url} className="settings-url" data-testid="webhook-url">
              {url}
            </code>
          ))}
          <p className="settings-hint">{t('webhook.copy')}</p>
          <p className="settings-hint">{t('webhook.register')}</p>
        </Group>
      )}
    </>
  )
}

function LastDelivery({ status: { lastDelivery, accepted, refused } }: { readonly status: WebhookStatus }) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const Icon = ['accepted', 'duplicate', 'keep-alive'].includes(lastDelivery?.verdict ?? '')
    ? CircleCheck
    : TriangleAlert
  return (
    <Group title={t('webhook.last')}>
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
        {t('webhook.counts', { accepted: formats.whole(accepted), refused: formats.whole(refused) })}
      </p>
    </Group>
  )
}

/** Webhook deliveries of the platform: whether and where they are received, and the result of the last one. */
export function WebhookSection() {
  const { t } = useTranslation('settings')
  const { settings, change } = useSettings()
  const { value: status } = usePolled('webhook:status', null, POLL_INTERVAL_MS)
  const { enabled, bind, port } = settings.webhook
  return (
    <>
      <p>{t('webhook.explain')}</p>
      <OnOff label={t('webhook.switch')} value={enabled} onChange={(isOn) => change({ webhook: { enabled: isOn } })} />
      {enabled ? (
        <>
          <Choice
            label={t('webhook.bind')}
            value={bind}
            values={['loopback', 'lan']}
            word={(network) => t(`webhook.${network}`)}
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
          {enabled ? <LastDelivery status={status} /> : null}
        </>
      )}
    </>
  )
}
