// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { KitchenConnection } from '../../../shared/contract/connections.ts'
import { EVENING, settingsWith, snapshotOf } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

const FIRST: KitchenConnection = {
  slot: 1,
  name: '99Food',
  color: 'yellow',
  dialect: 'open-delivery-1',
  profile: '99food',
  isPaused: false,
  settings: settingsWith({}),
  keeps: 'first',
}
const SECOND: KitchenConnection = {
  ...FIRST,
  slot: 2,
  name: 'Keeta',
  color: 'green',
  profile: 'keeta',
  keeps: undefined,
}
const POLL_MS = 2_000

const rowOf = (name: string, command = '') =>
  `@settings-section [data-connection="${name}"]${command === '' ? '' : ` [data-command="${command}"]`}`

async function openPlatforms(connections: readonly KitchenConnection[]) {
  const freshness = {
    state: 'stale',
    checkedAt: EVENING - 90_000,
    trouble: 'network',
    connections: connections.map(({ name }, at) =>
      at === 0
        ? ({ name, state: 'fresh', checkedAt: EVENING } as const)
        : ({ name, state: 'stale', checkedAt: EVENING - 90_000, trouble: 'network' } as const),
    ),
  } as const
  const opened = await openInDom(snapshotOf([], { freshness }), { 'connections:list': connections })
  await opened.tap('@open-settings')
  await opened.tap('[data-section="platforms"]')
  await opened.find(rowOf('99Food'))
  const answer = (name: string, next: readonly KitchenConnection[]) => {
    opened.ok(name, next)
    opened.ok('connections:list', next)
  }
  return { ...opened, answer }
}

it('each platform has a row with its own state, and is paused, resumed and renamed there', async () => {
  const { find, tap, fill, press, gone, answer, calls } = await openPlatforms([FIRST, SECOND])
  await find(`${rowOf('Keeta')} [data-state="stale"]`)
  answer('connections:change', [FIRST, { ...SECOND, isPaused: true }])
  await tap(rowOf('Keeta', 'pause'))
  await find(rowOf('Keeta'), 'Pausada: pedidos novos não chegam')
  answer('connections:change', [FIRST, SECOND])
  await tap(rowOf('Keeta', 'resume'))
  await find(rowOf('Keeta', 'pause'))
  await tap(rowOf('Keeta', 'edit'))
  answer('connections:change', [FIRST, { ...SECOND, name: 'Keeta Centro' }])
  await fill(`${rowOf('Keeta')} input`, 'Keeta Centro')
  await press('Enter')
  await gone(rowOf('Keeta'))
  await find(rowOf('Keeta Centro'))
  expect(calls('connections:change')).toEqual([
    { slot: 2, isPaused: true },
    { slot: 2, isPaused: false },
    { slot: 2, name: 'Keeta Centro' },
  ])
})

it('a kitchen of several has the settings of each platform in one place, also those of the first one', async () => {
  const { find, tap, gone, answer, calls } = await openPlatforms([FIRST, SECOND])
  await tap(rowOf('99Food', 'edit'))
  await find(rowOf('99Food', 'access'))
  const changed = {
    ...FIRST,
    settings: settingsWith({ autoConfirm: { ...FIRST.settings.autoConfirm, enabled: true } }),
  }
  answer('connections:change', [changed, SECOND])
  await tap(`${rowOf('99Food')} [data-setting="autoConfirm"] [role="switch"]`)
  await find(`${rowOf('99Food')} [data-setting="autoConfirm"] [aria-checked="true"]`)
  expect(calls('connections:change')).toEqual([{ slot: 1, settings: { autoConfirm: { enabled: true } } }])
  await tap('[data-section="accepting"]')
  await find('@of-first-platform', 'valem só para 99Food. Os de cada plataforma estão em Plataformas')
  await gone('[data-connection="99Food"]')
})

it('the only platform of a kitchen has its settings in the sections alone', async () => {
  const { find, tap, gone } = await openPlatforms([FIRST])
  await tap(rowOf('99Food', 'edit'))
  await find(rowOf('99Food', 'access'))
  await gone(`${rowOf('99Food')} [data-setting]`)
})

it('the settings of a platform can be changed and changed back', async () => {
  const { find, tap, answer, calls } = await openPlatforms([FIRST, SECOND])
  await tap(rowOf('Keeta', 'edit'))
  const isOn = { ...SECOND, settings: settingsWith({ autoConfirm: { ...SECOND.settings.autoConfirm, enabled: true } }) }
  answer('connections:change', [FIRST, isOn])
  await tap(`${rowOf('Keeta')} [data-setting="autoConfirm"] [role="switch"]`)
  await find(`${rowOf('Keeta')} [data-setting="autoConfirm"] [aria-checked="true"]`)
  answer('connections:change', [FIRST, SECOND])
  await tap(`${rowOf('Keeta')} [data-command="undo-change"]`)
  await find(`${rowOf('Keeta')} [data-setting="autoConfirm"] [aria-checked="false"]`)
  expect(calls('connections:change')).toEqual([
    { slot: 2, settings: { autoConfirm: { enabled: true } } },
    { slot: 2, settings: { autoConfirm: { enabled: false } } },
  ])
  expect(calls('settings:change')).toEqual([])
})

it('a platform is removed after one question, and one that cannot be removed says why', async () => {
  const open: KitchenConnection = { ...SECOND, slot: 3, name: 'aiqfome', keeps: 'open-orders' }
  const { find, tap, gone, answer, calls } = await openPlatforms([FIRST, SECOND, open])
  await tap(rowOf('aiqfome', 'remove'))
  await find(rowOf('aiqfome'), 'aiqfome ainda tem pedidos abertos.')
  await tap(rowOf('99Food', 'remove'))
  await find(`${rowOf('99Food')} [data-keeps="first"]`)
  await tap(rowOf('Keeta', 'remove'))
  await find(rowOf('Keeta'), 'O histórico dela e o acesso são apagados.')
  await tap(rowOf('Keeta', 'keep'))
  await tap(rowOf('Keeta', 'remove'))
  expect(calls('connections:remove')).toEqual([])
  answer('connections:remove', [FIRST, open])
  await tap(rowOf('Keeta', 'confirm'))
  await gone(rowOf('Keeta'))
  expect(calls('connections:remove')).toEqual([{ slot: 2 }])
})

it('a test shows what is wrong at its platform, and that it works', async () => {
  const { find, tap, ok, calls } = await openPlatforms([FIRST, SECOND])
  ok('connections:test', { fault: 'unreachable', failedAt: 'reach', mayKeep: false })
  await tap(rowOf('Keeta', 'test'))
  await find(`${rowOf('Keeta')} @platform-test[data-fault="unreachable"]`)
  ok('connections:test', { waiting: 2, mayKeep: true })
  await tap(rowOf('Keeta', 'test'))
  await find(`${rowOf('Keeta')} @platform-test[data-fault="none"]`, '2 pedidos esperando')
  expect(calls('connections:test')).toEqual([{ slot: 2 }, { slot: 2 }])
})

it('a further platform is connected in the set-up, which stores it beside the others and closes', async () => {
  const { tap, fill, find, gone, ok, runFor, calls } = await openPlatforms([FIRST])
  ok('setup:status', { state: 'kept', masked: 'https://one.example' })
  ok('setup:address', { masked: 'https://two.example' })
  ok('setup:test', { fault: 'credential-twice', failedAt: 'poll', usedBy: 'Casa', mayKeep: false })
  ok('setup:keep', {})
  await tap('@settings-section [data-command="add"]')
  await fill('@setup-wizard input[name="address"]', 'https://two.example/api')
  await fill('@setup-wizard input[name="client-id"]', 'shop')
  await fill('@setup-wizard input[name="client-secret"]', 'secret')
  // The three are filled: the test runs by itself.
  await find('@test-report[data-fault="credential-twice"]', 'Esta cozinha já tem esta credencial: Casa.')
  ok('setup:test', { waiting: 0, mayKeep: true })
  await tap('@setup-wizard [data-wizard="again"]')
  await tap('@setup-wizard [data-wizard="next"]:not([disabled])')
  await gone('@setup-wizard')
  await runFor(POLL_MS)
  expect(calls('setup:test')).toEqual([
    { credentials: { clientId: 'shop', clientSecret: 'secret' }, slot: 'new' },
    { credentials: { clientId: 'shop' }, slot: 'new' },
  ])
  expect(calls('setup:keep')).toEqual([{ where: 'keychain', slot: 'new' }])
})

it('the colour of a platform is changed there, to one that no other platform has', async () => {
  const { find, tap, answer, calls, all } = await openPlatforms([FIRST, SECOND])
  await tap(rowOf('Keeta', 'edit'))
  const color = (value: string) => `${rowOf('Keeta')} [data-testid="connection-color"] [data-value="${value}"]`
  await find(`${color('green')}[aria-pressed="true"]`)
  expect(
    all(`${rowOf('Keeta')} [data-testid="connection-color"] :disabled`).map(({ dataset }) => dataset.value),
  ).toEqual(['yellow'])
  answer('connections:change', [FIRST, { ...SECOND, color: 'teal' }])
  await tap(color('teal'))
  await find(`${color('teal')}[aria-pressed="true"]`)
  expect(calls('connections:change')).toEqual([{ slot: 2, color: 'teal' }])
})

it('what was opened from the list of the platforms leads back to it, and shows no other step of the set-up', async () => {
  const { find, tap, all, ok } = await openPlatforms([FIRST, SECOND])
  ok('setup:status', { state: 'empty' })
  await tap('[data-command="add"]')
  await find('@setup-wizard [data-wizard="test"]')
  expect(all('@setup-wizard .wizard-step')).toEqual([])
  await tap('@setup-wizard [data-wizard="back"]')
  await find(rowOf('Keeta'))
})
