import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { KitchenConnection } from '../../shared/contract/connections.ts'
import type { SettingsPatch } from '../../shared/contract/settings.ts'
import { MAX_CONNECTION_NAME, SLOTS } from '../../shared/ticket/ticket-key.ts'
import { PlatformSign } from '../ticket/platform-mark.tsx'
import { Failure, FailureNote } from '../ui/controls/failure-note.tsx'
import { PushButton } from '../ui/controls/push-button.tsx'
import { Row } from '../ui/controls/row.tsx'
import { callSafely } from '../ui/window/call-safely.ts'
import {
  type ConnectionFreshness,
  useAdvice,
  useConnectionWords,
  useFreshnessState,
  useFreshnessWords,
} from '../ui/window/freshness-words.ts'
import { SettingsFailure, SettingsProvider } from '../ui/window/settings-form.tsx'
import { type Run, useCall, usePolled } from '../ui/window/use-answer.ts'
import { useComanda, useWindowParts } from '../ui/window/window-parts.ts'
import { AcceptsAlone, PreparationTime } from './accepting-section.tsx'
import { DialectRows, PlatformTimes } from './advanced-section.tsx'
import { ColorSwatches, type Swatch, useColorName } from './color-swatches.tsx'
import { TravelTime } from './orders-section.tsx'
import { UndoChange } from './undo-change.tsx'

const POLL_INTERVAL_MS = 2_000

type ConnectionProps = {
  readonly connection: KitchenConnection
  readonly run: Run<readonly KitchenConnection[]>
}

type OwnSettingsProps = Pick<ConnectionProps, 'connection'> & {
  readonly replace: (connections: KitchenConnection[]) => void
}

/** How current the orders of the only connection are. */
function OnlyState() {
  const { t } = useTranslation('settings')
  const state = useFreshnessState()
  const words = useFreshnessWords()
  const advice = useAdvice()
  return <span data-state={state}>{state === 'fresh' ? words : t('platforms.state', { words, advice })}</span>
}

/** The same of one of several connections. */
function StateOf({ freshness }: { readonly freshness: ConnectionFreshness }) {
  const { t } = useTranslation('settings')
  const { state, words, advice } = useConnectionWords(freshness)
  return <span data-state={state}>{state === 'fresh' ? words : t('platforms.state', { words, advice })}</span>
}

/** The state in words: paused, or how current its orders are. */
function ConnectionState({ connection: { name, isPaused } }: Pick<ConnectionProps, 'connection'>) {
  const { t } = useTranslation('settings')
  const all = useComanda((state) => state.connection.freshness.connections)
  const freshness = all?.find((one) => one.name === name)
  if (isPaused) return t('platforms.paused')
  return freshness === undefined ? <OnlyState /> : <StateOf freshness={freshness} />
}

/** The name, and the way to other credentials. */
function ConnectionEdit({ connection, run }: ConnectionProps) {
  const { t } = useTranslation('settings')
  const openDialog = useComanda((state) => state.openDialog)
  const { slot, name } = connection
  const [draft, setDraft] = useState(name)
  const store = (): void => {
    const next = draft.trim()
    if (next !== '' && next !== name) run('connections:change', { slot, name: next })
    else setDraft(name)
  }
  const onKey = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void => {
    if (key === 'Enter') currentTarget.blur()
  }
  return (
    <Row label={t('platforms.name')}>
      <input
        className="field-input settings-name"
        aria-label={t('platforms.name')}
        autoComplete="off"
        maxLength={MAX_CONNECTION_NAME}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={store}
        onKeyDown={onKey}
      />
      <PushButton
        data-command="access"
        label={t('platforms.access')}
        onPress={() => openDialog({ kind: 'setup', startAt: 'platform', ...(slot === 1 ? {} : { slot }) })}
      />
    </Row>
  )
}

/** The colour of its sign on the tickets. No two platforms have the same. */
function ConnectionColor({ connection, run, others }: ConnectionProps & { readonly others: readonly Swatch[] }) {
  const { t } = useTranslation('settings')
  const nameOf = useColorName()
  const { slot, name, color } = connection
  return (
    <Row data-testid="connection-color" label={t('platforms.color')} help={nameOf(color)}>
      <ColorSwatches
        of={name}
        chosen={color}
        taken={others}
        onChange={(next) => {
          if (next !== 'none' && next !== color) run('connections:change', { slot, color: next })
        }}
      />
    </Row>
  )
}

/** The settings that this platform has of its own. Those of the first one stand in the sections too. */
function OwnSettings({ connection: { slot, dialect, settings }, replace }: OwnSettingsProps) {
  const { bridge } = useWindowParts()
  const send = async (patch: SettingsPatch) => {
    const answer = await callSafely(() => bridge.call['connections:change']({ slot, settings: patch }))
    if (answer.ok) replace(answer.value)
    return answer
  }
  return (
    <SettingsProvider settings={settings} send={send}>
      <SettingsFailure />
      <UndoChange />
      <AcceptsAlone />
      <PreparationTime />
      <TravelTime />
      <PlatformTimes />
      {dialect === 'open-delivery-2' ? <DialectRows /> : null}
    </SettingsProvider>
  )
}

/** The result of the last test. */
function ConnectionTestResult({ test }: { readonly test: ReturnType<typeof useCall<'connections:test'>> }) {
  const { t } = useTranslation(['wizard', 'settings'])
  const { isBusy, value, failure } = test
  if (isBusy) return <p role="status">{t('test.running')}</p>
  if (failure !== undefined) return <FailureNote failure={failure} />
  if (value === undefined) return null
  const { fault, waiting = 0 } = value
  if (fault !== undefined)
    return (
      <Failure data-testid="platform-test" data-fault={fault}>
        {t('settings:platforms.state', { words: t(`fault.${fault}`), advice: t(`remedy.${fault}`) })}
      </Failure>
    )
  return (
    <p role="status" data-testid="platform-test" data-fault="none">
      {t('settings:platforms.works')} {waiting === 0 ? t('test.none') : t('test.waiting', { count: waiting })}
    </p>
  )
}

/** Asks once, or says why it cannot be removed now. */
function Removal({ connection, run, onClose }: ConnectionProps & { readonly onClose: () => void }) {
  const { t } = useTranslation('settings')
  const { slot, name, keeps } = connection
  if (keeps !== undefined) return <Failure data-keeps={keeps}>{t(`platforms.keeps.${keeps}`, { name })}</Failure>
  return (
    <Row label={t('platforms.question', { name })}>
      <PushButton data-command="keep" label={t('screens.keep')} onPress={onClose} />
      <PushButton
        data-command="confirm"
        kind="danger"
        label={t('platforms.remove')}
        onPress={() => {
          onClose()
          run('connections:remove', { slot })
        }}
      />
    </Row>
  )
}

/** A platform: its state, and what can be done with it. */
function Connection({
  connection,
  run,
  replace,
  others,
}: ConnectionProps & OwnSettingsProps & { readonly others: readonly Swatch[] }) {
  const { t } = useTranslation('settings')
  const { slot, name, color, isPaused } = connection
  const [opened, setOpened] = useState<'edit' | 'remove'>()
  const test = useCall('connections:test')
  const toggle = (part: 'edit' | 'remove') => () => setOpened(opened === part ? undefined : part)
  const button = (command: string, word: string, onPress: () => void) => (
    <PushButton data-command={command} aria-label={`${word}: ${name}`} label={word} onPress={onPress} />
  )
  return (
    <li data-connection={name} data-paused={isPaused || undefined}>
      <Row
        label={
          <>
            <PlatformSign color={color} /> <bdi>{name}</bdi>
          </>
        }
        help={<ConnectionState connection={connection} />}
      >
        {button('edit', t('platforms.edit'), toggle('edit'))}
        {button('test', t('platforms.test'), () => void test.call({ slot }))}
        {isPaused
          ? button('resume', t('platforms.resume'), () => run('connections:change', { slot, isPaused: false }))
          : button('pause', t('platforms.pause'), () => run('connections:change', { slot, isPaused: true }))}
        {button('remove', t('platforms.remove'), toggle('remove'))}
      </Row>
      {opened === 'edit' ? (
        <>
          <ConnectionEdit key={name} connection={connection} run={run} />
          <ConnectionColor connection={connection} run={run} others={others} />
        </>
      ) : null}
      {opened === 'edit' && (slot !== 1 || others.length > 0) ? (
        <OwnSettings connection={connection} replace={replace} />
      ) : null}
      {opened === 'remove' ? <Removal connection={connection} run={run} onClose={() => setOpened(undefined)} /> : null}
      <ConnectionTestResult test={test} />
    </li>
  )
}

/** The platforms whose orders this computer receives. */
export function PlatformsSection() {
  const { t } = useTranslation(['settings', 'setup'])
  const openDialog = useComanda((state) => state.openDialog)
  const { value: connections = [], failure, run, replace } = usePolled('connections:list', null, POLL_INTERVAL_MS)
  return (
    <>
      <FailureNote failure={failure} />
      <ul>
        {connections.map((connection) => (
          <Connection
            key={connection.slot}
            connection={connection}
            run={run}
            replace={replace}
            others={connections.flatMap(({ slot, color }) => (slot === connection.slot ? [] : [color]))}
          />
        ))}
      </ul>
      <Row label={t('platforms.more')} help={t('platforms.moreHint')}>
        <PushButton
          data-command="add"
          Icon={Plus}
          label={t('platforms.add')}
          isDisabled={connections.length >= SLOTS.length}
          onPress={() => openDialog({ kind: 'setup', startAt: 'platform', slot: 'new' })}
        />
        <PushButton data-testid="open-setup" label={t('setup:begin')} onPress={() => openDialog({ kind: 'setup' })} />
      </Row>
    </>
  )
}
