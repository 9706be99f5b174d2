import { CircleCheck, CircleX, MonitorSmartphone, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PairedScreen, PairingEnding, ScreenDuty, ScreensStatus } from '../../shared/contract/screens.ts'
import { SCREEN_ROLES } from '../../shared/contract/values.ts'
import { ConfirmButton } from '../ui/controls/confirm-button.tsx'
import { Failure, FailureNote } from '../ui/controls/failure-note.tsx'
import { Picks } from '../ui/controls/picks.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { Row } from '../ui/controls/row.tsx'
import { TextInput } from '../ui/controls/text-input.tsx'
import { StationOfScreen } from '../ui/window/screen-choices.tsx'
import { useSettings } from '../ui/window/settings-form.tsx'
import { type Run, usePolled } from '../ui/window/use-answer.ts'
import { useFormats } from '../ui/window/window-parts.ts'
import { QrCode } from './qr-code.tsx'
import './screens.css'

const HALF_OF_CODE = 3
const POLL_INTERVAL_MS = 1_000

function OpenPairing({ status, run }: { readonly status: ScreensStatus; readonly run: Run<ScreensStatus> }) {
  const { t } = useTranslation(['settings', 'lock', 'code'])
  const formats = useFormats()
  const { pairing, addresses } = status
  if (pairing.state !== 'open') return null
  const { code, endsInMs, attemptsLeft } = pairing
  return (
    <div className="screens-pairing" data-testid="screens-pairing">
      <p>{t('screens.how')}</p>
      <dl className="screens-facts">
        <dt>{t('screens.address')}</dt>
        {addresses.map((address) => (
          <dd key={address}>
            <code className="settings-url" data-testid="screens-address">
              {address}
            </code>
          </dd>
        ))}
        {addresses.length === 0 ? <dd>{t('screens.noNetwork')}</dd> : null}
        <dt>{t('code:input')}</dt>
        <dd>
          <strong className="screens-code" data-testid="screens-code">
            {code.slice(0, HALF_OF_CODE)} {code.slice(HALF_OF_CODE)}
          </strong>
        </dd>
      </dl>
      <p className="row-help">
        {t('screens.timeLeft', { time: formats.duration(endsInMs) })}{' '}
        {t('screens.attemptsLeft', { number: formats.whole(attemptsLeft) })}
      </p>
      <PushButton
        data-testid="screens-stop"
        label={t('lock:cancel')}
        onPress={() => run('screens:stop-pairing', null)}
      />
    </div>
  )
}

function Ending({ ending }: { readonly ending: PairingEnding }) {
  const { t } = useTranslation('settings')
  if (ending.kind === 'stopped') return null
  const Icon = ending.kind === 'paired' ? CircleCheck : CircleX
  return (
    <p className="settings-state" role="status" data-testid="screens-ending" data-ending={ending.kind}>
      <Icon aria-hidden />
      <span>{ending.kind === 'paired' ? t('screens.paired', { name: ending.name }) : t(`screens.${ending.kind}`)}</span>
    </p>
  )
}

type ScreenProps = { readonly screen: PairedScreen; readonly mayTakeOver: boolean; readonly run: Run<ScreensStatus> }

function Screen({ screen, mayTakeOver, run }: ScreenProps) {
  const { t } = useTranslation('settings')
  const formats = useFormats()
  const [isChanging, setChanging] = useState(false)
  const { id, name, isConnected, lastSeenAt, wanted } = screen
  const use = screen.use === undefined ? undefined : { ...screen.use, ...wanted }
  const seen =
    lastSeenAt === undefined ? t('screens.neverSeen') : t('screens.lastSeen', { when: formats.dayAndTime(lastSeenAt) })
  return (
    <li className="screens-row" data-testid="paired-screen" data-connected={isConnected}>
      <MonitorSmartphone aria-hidden />
      <span className="screens-name">
        <strong>{name}</strong>
        {use === undefined ? null : (
          <span className="row-help" data-testid="screen-use" data-role={use.role}>
            {[
              t(`role.${use.role}`),
              ...(use.role === 'prep' ? [use.station === '' ? t('role.noStation') : use.station] : []),
              ...(use.rings && use.role !== 'customers' ? [] : [t('role.silent')]),
            ].join(' · ')}
          </span>
        )}
        {wanted === undefined ? null : (
          <span className="row-help" data-testid="screen-wanted">
            {t('screens.wanted')}
          </span>
        )}
        <span className="row-help">{isConnected ? t('screens.connected') : seen}</span>
      </span>
      {isChanging ? null : (
        <PushButton
          data-testid="screen-change"
          aria-label={t('screens.changeOf', { name })}
          label={t('screens.change')}
          onPress={() => setChanging(true)}
        />
      )}
      {mayTakeOver && isConnected ? (
        <ConfirmButton
          begin={{ 'data-testid': 'hand-over', label: t('handOver.begin') }}
          warning={t('handOver.explain', { name })}
          back={{ label: t('screens.keep') }}
          choices={[
            {
              'data-testid': 'hand-over-really',
              label: t('handOver.really'),
              run: () => run('screens:hand-over', { id }),
            },
          ]}
        />
      ) : null}
      <ConfirmButton
        begin={{
          'data-testid': 'screens-revoke',
          'aria-label': t('screens.revokeOf', { name }),
          label: t('screens.revoke'),
        }}
        back={{ label: t('screens.keep') }}
        choices={[
          {
            'data-testid': 'screens-revoke-really',
            label: t('screens.revokeReally'),
            run: () => run('screens:revoke', { id }),
          },
        ]}
      />
      {isChanging ? (
        <ScreenChange
          screen={screen}
          onCancel={() => setChanging(false)}
          onSave={(changed) => {
            setChanging(false)
            run('screens:change', { id, ...changed })
          }}
        />
      ) : null}
    </li>
  )
}

/** The state of a hand-over, with a button that cancels it while the screen has not taken the role. */
function HandedOverState({ status, run }: { readonly status: ScreensStatus; readonly run: Run<ScreensStatus> }) {
  const { t } = useTranslation('settings')
  if (status.handedOver === undefined) return null
  const { name, isReady, isTaken } = status.handedOver
  const state = isTaken ? 'taken' : isReady ? 'ready' : 'waiting'
  return (
    <section data-testid="handed-over" data-state={state}>
      <p role="status">{t(`handOver.${state}`, { name })}</p>
      {isTaken ? null : (
        <ConfirmButton
          begin={{ 'data-testid': 'take-back', label: t('handOver.takeBack') }}
          warning={t('handOver.takeBackWarn')}
          back={{ label: t('screens.keep') }}
          choices={[
            {
              'data-testid': 'take-back-really',
              label: t('handOver.takeBackReally'),
              run: () => run('screens:take-back', null),
            },
          ]}
        />
      )}
    </section>
  )
}

/** The other screens of the shop, which get their orders from this computer: adds and removes them. */
export function ScreensSection() {
  const { t } = useTranslation('settings')
  const { value: status, failure, run } = usePolled('screens:status', null, POLL_INTERVAL_MS)
  const mayHandOver = status !== undefined && status.handedOver === undefined && status.keepsRole === undefined
  return (
    <>
      {status?.trouble === undefined ? null : (
        <Failure data-testid="screens-trouble">{t(`screens.trouble.${status.trouble}`)}</Failure>
      )}
      <FailureNote failure={failure} />
      {status === undefined ? null : (
        <>
          <HandedOverState status={status} run={run} />
          {status.pairing.state === 'open' ? (
            <OpenPairing status={status} run={run} />
          ) : (
            <>
              {status.pairing.ending === undefined ? null : <Ending ending={status.pairing.ending} />}
              <Row label={t('screens.open')} help={t('screens.explain')}>
                <PushButton
                  data-testid="screens-open"
                  Icon={Plus}
                  label={t('screens.begin')}
                  onPress={() => run('screens:open-pairing', null)}
                />
              </Row>
            </>
          )}
          <section aria-label={t('screens.list')}>
            <Row label={t('screens.list')} {...(status.screens.length === 0 ? { help: t('screens.none') } : {})} />
            {status.keepsRole === undefined ? null : (
              <p className="row-help" data-testid="keeps-role">
                {t('handOver.several')}
              </p>
            )}
            <ul>
              {status.screens.map((screen) => (
                <Screen key={screen.id} screen={screen} mayTakeOver={mayHandOver} run={run} />
              ))}
            </ul>
            {status.addresses.length === 0 ? null : (
              <p className="row-help" data-testid="screens-address-now">
                {t('screens.addressNow', { addresses: status.addresses.join(', ') })}
              </p>
            )}
          </section>
          <CustomersLinkGroup />
        </>
      )}
    </>
  )
}

const MAX_NAME = 40

type ScreenChangeProps = {
  readonly screen: PairedScreen
  readonly onCancel: () => void
  readonly onSave: (changed: ScreenDuty & { readonly name: string }) => void
}

/** Changes the name of a screen, its role and its preparation station. */
function ScreenChange({ screen, onCancel, onSave }: ScreenChangeProps) {
  const { t } = useTranslation(['settings', 'lock'])
  const { stations } = useSettings().settings
  const known = screen.wanted ?? screen.use
  const [name, setName] = useState(screen.name)
  const [role, setRole] = useState(known?.role ?? 'all')
  const [station, setStation] = useState(known?.station ?? '')
  const lacksStation = role === 'prep' && !stations.some((one) => one.name === station)
  return (
    <div className="screens-change" data-testid="screen-change-form">
      <TextInput label={t('screens.name')} value={name} onChange={setName} maxLength={MAX_NAME} />
      <Picks
        label={t('name.role')}
        value={role}
        values={SCREEN_ROLES}
        word={(value) => t(`role.${value}`)}
        onChange={setRole}
      />
      {role === 'prep' ? <StationOfScreen station={station} onChange={setStation} /> : null}
      <div className="dialog-buttons">
        <PushButton label={t('lock:cancel')} onPress={onCancel} />
        <PushButton
          kind="primary"
          data-testid="screen-save"
          label={t('save')}
          isDisabled={name.trim() === '' || lacksStation}
          onPress={() => onSave({ name: name.trim(), role, station })}
        />
      </div>
    </div>
  )
}

/** The read-only address of the customers' board, for the browser of a TV. It is off until a user makes it here. */
function CustomersLinkGroup() {
  const { t } = useTranslation('settings')
  const { value: link, failure, run } = usePolled('customers:status', null, 2 * POLL_INTERVAL_MS)
  const isMade = link !== undefined && link.state !== 'off'
  return (
    <section aria-label={t('customers.title')} data-testid="customers-link" data-state={link?.state}>
      <Row label={t('customers.title')} help={t('customers.explain')}>
        <PushButton
          data-testid="customers-open"
          label={t(isMade ? 'customers.again' : 'customers.open')}
          onPress={() => run('customers:open-link', null)}
        />
        {isMade ? (
          <PushButton
            data-testid="customers-close"
            label={t('customers.close')}
            onPress={() => run('customers:close-link', null)}
          />
        ) : null}
      </Row>
      {link?.state === 'failed' ? <Failure>{t('customers.failed')}</Failure> : null}
      {(link?.urls ?? []).map((url) => (
        <div key={url} className="screens-address">
          <QrCode text={url} label={t('customers.code', { url })} />
          <code className="settings-url" data-testid="customers-url">
            {url}
          </code>
        </div>
      ))}
      <FailureNote failure={failure} />
      {isMade ? <p className="row-help">{t('customers.warn')}</p> : null}
    </section>
  )
}
