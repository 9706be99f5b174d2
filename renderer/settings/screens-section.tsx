import { CircleCheck, CircleX, MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { useTranslation } from 'react-i18next'
import type { PairedScreen, PairingEnding, ScreenDuty, ScreensStatus } from '../../shared/contract/screens.ts'
import { SCREEN_ROLES } from '../../shared/contract/values.ts'
import { Choice } from '../controls/choice.tsx'
import { ConfirmButton } from '../controls/confirm-button.tsx'
import { Failure, FailureNote } from '../controls/failure-note.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { usePolled } from '../window/use-answer.ts'
import { useComanda, useFormats, useWindowParts } from '../window/window-parts.ts'
import { CustomersLinkGroup } from './customers-link.tsx'
import { HandedOverState, HandOverButton, type Run } from './hand-over-section.tsx'
import { RecoveryCodeGroup } from './recovery-code.tsx'

const HALF_OF_CODE = 3
const POLL_INTERVAL_MS = 1_000

function OpenPairing({ status, run }: { readonly status: ScreensStatus; readonly run: Run }) {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
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
        <dt>{t('screens.code')}</dt>
        <dd>
          <strong className="screens-code" data-testid="screens-code">
            {code.slice(0, HALF_OF_CODE)} {code.slice(HALF_OF_CODE)}
          </strong>
        </dd>
      </dl>
      <p className="settings-hint">
        {t('screens.timeLeft', { time: formats.duration(endsInMs) })}{' '}
        {t('screens.attemptsLeft', { number: formats.whole(attemptsLeft) })}
      </p>
      <Button
        className="button"
        data-testid="screens-stop"
        onPress={() => run(() => bridge.call['screens:stop-pairing'](null))}
      >
        {t('screens.stop')}
      </Button>
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

function Screen({
  screen,
  mayTakeOver,
  run,
}: {
  readonly screen: PairedScreen
  readonly mayTakeOver: boolean
  readonly run: Run
}) {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const formats = useFormats()
  const [isChanging, setChanging] = useState(false)
  const { id, name, isConnected, lastSeenAt, wanted, copyAt } = screen
  const use = screen.use === undefined ? undefined : { ...screen.use, ...wanted }
  const seen =
    lastSeenAt === undefined
      ? t('screens.neverSeen')
      : t('screens.lastSeen', { when: `${formats.day(lastSeenAt)} ${formats.time(lastSeenAt)}` })
  return (
    <li className="screens-row" data-testid="paired-screen" data-connected={isConnected}>
      <MonitorSmartphone aria-hidden />
      <span className="screens-name">
        <strong>{name}</strong>
        {use === undefined ? null : (
          <span className="settings-hint" data-testid="screen-use" data-role={use.role}>
            {[
              t(`role.${use.role}`),
              ...(use.role === 'prep' ? [use.station === '' ? t('role.noStation') : use.station] : []),
              ...(use.rings && use.role !== 'customers' ? [] : [t('role.silent')]),
            ].join(' · ')}
          </span>
        )}
        {wanted === undefined ? null : (
          <span className="settings-hint" data-testid="screen-wanted">
            {t('screens.wanted')}
          </span>
        )}
        <span className="settings-hint">{isConnected ? t('screens.connected') : seen}</span>
        <span className="settings-hint" data-testid="screen-copy" data-at={copyAt}>
          {copyAt === undefined
            ? t('copies.none')
            : t('copies.of', { when: `${formats.day(copyAt)} ${formats.time(copyAt)}` })}
        </span>
      </span>
      {isChanging ? null : (
        <Button
          className="button"
          data-testid="screen-change"
          aria-label={t('screens.changeOf', { name })}
          onPress={() => setChanging(true)}
        >
          {t('screens.change')}
        </Button>
      )}
      {mayTakeOver && isConnected ? <HandOverButton screen={screen} run={run} /> : null}
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
            run: () => run(() => bridge.call['screens:revoke']({ id })),
          },
        ]}
      />
      {isChanging ? (
        <ScreenChange
          screen={screen}
          onCancel={() => setChanging(false)}
          onSave={(changed) => {
            setChanging(false)
            run(() => bridge.call['screens:change']({ id, ...changed }))
          }}
        />
      ) : null}
    </li>
  )
}

/** The other screens of the shop, which get their orders from this computer: adds and removes them. */
export function ScreensSection() {
  const { t } = useTranslation('settings')
  const { bridge } = useWindowParts()
  const { value: status, failure, run } = usePolled('screens:status', null, POLL_INTERVAL_MS)
  const mayHandOver = status?.copies === 'ready' && status.handedOver === undefined
  return (
    <>
      <p>{t('screens.explain')}</p>
      {status?.trouble === undefined ? null : (
        <Failure data-testid="screens-trouble">{t(`screens.trouble.${status.trouble}`)}</Failure>
      )}
      <FailureNote failure={failure} />
      {status === undefined ? null : (
        <>
          {status.handedOver === undefined ? null : <HandedOverState handedOver={status.handedOver} run={run} />}
          {status.pairing.state === 'open' ? (
            <OpenPairing status={status} run={run} />
          ) : (
            <>
              {status.pairing.ending === undefined ? null : <Ending ending={status.pairing.ending} />}
              <div className="dialog-buttons">
                <Button
                  className="button button-primary"
                  data-testid="screens-open"
                  onPress={() => run(() => bridge.call['screens:open-pairing'](null))}
                >
                  {t('screens.open')}
                </Button>
              </div>
            </>
          )}
          <section className="settings-group" aria-label={t('screens.list')}>
            <h3>{t('screens.list')}</h3>
            {status.screens.length === 0 ? <p>{t('screens.none')}</p> : null}
            <ul className="screens-list">
              {status.screens.map((screen) => (
                <Screen key={screen.id} screen={screen} mayTakeOver={mayHandOver} run={run} />
              ))}
            </ul>
            {status.addresses.length === 0 ? null : (
              <p className="settings-hint" data-testid="screens-address-now">
                {t('screens.addressNow', { addresses: status.addresses.join(', ') })}
              </p>
            )}
          </section>
          {status.screens.length === 0 ? null : <RecoveryCodeGroup state={status.copies} />}
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
  const { t } = useTranslation('settings')
  const stations = useComanda((state) => state.settings?.stations) ?? []
  const known = screen.wanted ?? screen.use
  const [name, setName] = useState(screen.name)
  const [role, setRole] = useState(known?.role ?? 'all')
  const [station, setStation] = useState(known?.station ?? '')
  const lacksStation = role === 'prep' && !stations.some((one) => one.name === station)
  return (
    <div className="screens-change" data-testid="screen-change-form">
      <TextInput label={t('screens.name')} value={name} onChange={setName} maxLength={MAX_NAME} />
      <Choice
        label={t('role.label')}
        value={role}
        options={SCREEN_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        onChange={setRole}
      />
      {role !== 'prep' ? null : stations.length === 0 ? (
        <p className="settings-hint">{t('role.noStations')}</p>
      ) : (
        <Choice
          label={t('role.station')}
          value={station}
          options={stations.map((one) => ({ value: one.name, label: one.name }))}
          onChange={setStation}
        />
      )}
      <div className="dialog-buttons">
        <Button className="button" onPress={onCancel}>
          {t('screens.stop')}
        </Button>
        <Button
          className="button button-primary"
          data-testid="screen-save"
          isDisabled={name.trim() === '' || lacksStation}
          onPress={() => onSave({ name: name.trim(), role, station })}
        >
          {t('screens.save')}
        </Button>
      </div>
    </div>
  )
}
