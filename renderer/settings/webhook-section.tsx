import { CircleCheck, CircleX, Loader, PowerOff, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { WEBHOOK_PORT } from '../../shared/contract/values.ts'
import type { Deliveries, WebhookStatus } from '../../shared/contract/webhook.ts'
import { Row } from '../ui/controls/row.tsx'
import { ChoiceRow, NumberRow, SwitchRow } from '../ui/controls/row-kinds.tsx'
import { useSettings } from '../ui/window/settings-form.tsx'
import { usePolled } from '../ui/window/use-answer.ts'
import { useFormats } from '../ui/window/window-parts.ts'

const POLL_INTERVAL_MS = 1_000
const ICONS = { off: PowerOff, starting: Loader, listening: CircleCheck, failed: CircleX } as const

function State({ status: { state, trouble } }: { readonly status: WebhookStatus }) {
  const { t } = useTranslation('settings')
  const Icon = ICONS[state]
  return (
    <p className="settings-state" role="status" data-testid="webhook-state" data-state={state}>
      <Icon aria-hidden />
      <span>
        <strong>{t(`webhook.state.${state}`)}</strong>
        {trouble === undefined ? null : ` ${t(`webhook.trouble.${trouble}`)}`}
      </span>
    </p>
  )
}

/** `name`: of the connection, where there are several. */
function Addresses({ urls, name }: Pick<Deliveries, 'urls'> & { readonly name?: string | undefined }) {
  const { t } = useTranslation('settings')
  if (urls.length === 0) return null
  const label = [t('webhook.address'), name].filter((part) => part !== undefined).join(': ')
  return (
    <section aria-label={label}>
      <Row label={label} help={t('webhook.copy')}>
        {urls.map((url) => (
          <code key={url} className="settings-url" data-testid="webhook-url">
            {url}
          </code>
        ))}
      </Row>
    </section>
  )
}

function LastDelivery({ lastDelivery, accepted, refused }: Deliveries) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const Icon = ['accepted', 'duplicate', 'keep-alive'].includes(lastDelivery?.verdict ?? '')
    ? CircleCheck
    : TriangleAlert
  const counts = t('webhook.counts', { accepted: formats.whole(accepted), refused: formats.whole(refused) })
  return (
    <Row label={t('webhook.last')} help={<span data-testid="webhook-counts">{counts}</span>}>
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
    </Row>
  )
}

/** Each connection has an address of its own, and its own deliveries. */
function Received({ status, isOn }: { readonly status: WebhookStatus; readonly isOn: boolean }) {
  const { t } = useTranslation('settings')
  const { connections, urls } = status
  const register = urls.length === 0 ? null : <p className="row-help">{t('webhook.register')}</p>
  if (connections === undefined)
    return (
      <>
        <Addresses urls={urls} />
        {register}
        {isOn ? <LastDelivery {...status} /> : null}
      </>
    )
  return (
    <>
      {connections.map((one) => (
        <div key={one.name} data-connection={one.name}>
          <Addresses urls={one.urls} name={one.name} />
          {isOn ? <LastDelivery {...one} /> : null}
        </div>
      ))}
      {register}
    </>
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
      <SwitchRow
        data-setting="webhook.enabled"
        label={t('webhook.switch')}
        help={t('webhook.explain')}
        value={enabled}
        onChange={(isOn) => change({ webhook: { enabled: isOn } })}
      />
      {enabled ? (
        <>
          <ChoiceRow
            data-setting="webhook.bind"
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
          <NumberRow
            data-setting="webhook.port"
            label={t('webhook.port')}
            help={t('webhook.portHint')}
            value={port}
            {...WEBHOOK_PORT}
            onChange={(next) => change({ webhook: { port: next } })}
          />
        </>
      ) : null}
      {status === undefined ? null : (
        <>
          <State status={status} />
          <Received status={status} isOn={enabled} />
        </>
      )}
    </>
  )
}
