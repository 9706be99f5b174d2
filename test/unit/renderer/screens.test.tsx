// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { Settings } from '../../../shared/contract/settings.ts'
import { settingsWith, snapshotOf } from '../../fixtures/board-harness/tickets.ts'
import { openInDom } from '../../fixtures/dom/dom-window.tsx'

const STATIONS = [
  { name: 'Chapa', keywords: ['x-'] },
  { name: 'Bebidas', keywords: ['guaraná'] },
]
const PREP = { role: 'prep', stations: STATIONS, station: '' } as const
async function open(given: Partial<Settings>) {
  const settings = settingsWith(given)
  const opened = await openInDom(snapshotOf([], { settings }))
  return { ...opened, now: (changed: Partial<Settings>) => opened.push({ settings: { ...settings, ...changed } }) }
}

it('without stations it says where they are added, and the choice in the settings has no "all"', async () => {
  const { find, all, now, tap } = await open({ ...PREP, stations: [] })
  await find('@which-station', 'Ajustes, “Praças”')
  await now({ stations: STATIONS })
  expect(all('@which-station button')).toHaveLength(2)
  await tap('@open-settings')
  await find('@settings-section .choice', 'Chapa')
  const choices = all('@settings-section input').map((input) => input.getAttribute('value'))
  expect(choices).toContain('Bebidas')
  expect(choices).not.toContain('')
})

it('the main computer changes name, role and preparation station of a screen, and shows what the screen has not applied', async () => {
  const screen = {
    id: 's1',
    name: 'Balcão',
    pairedAt: 1,
    isConnected: false,
    use: { role: 'all', station: '', rings: true },
  }
  const status = {
    state: 'listening',
    addresses: [],
    pairing: { state: 'closed' },
    screens: [{ ...screen, wanted: { role: 'pass', station: '' } }],
    copies: 'no-code',
  }
  const settings = settingsWith({ stations: STATIONS })
  const { find, tap, fill, calls } = await openInDom(snapshotOf([], { settings }), {
    'screens:status': status,
    'screens:change': status,
    'customers:status': { state: 'off', urls: [] },
  })
  await tap('@open-settings')
  await tap('[data-section="screens"]')
  await find('@screen-wanted', 'assim que estiver conectada')
  await find('@screen-use[data-role="pass"]')
  await tap('@screen-change')
  await fill('@screen-change-form input.field-input', 'Chapa')
  await tap('@screen-change-form label', 'Uma praça')
  expect((await find('@screen-save')).hasAttribute('disabled')).toBe(true)
  await tap('@screen-change-form label', 'Bebidas')
  await tap('@screen-save')
  expect(calls('screens:change')).toEqual([{ id: 's1', name: 'Chapa', role: 'prep', station: 'Bebidas' }])
})

it('a screen that was removed says so in place of the board, and is set up again with its button', async () => {
  const snapshot = snapshotOf([], {
    settings: settingsWith({}),
    freshness: { state: 'stale', trouble: 'not-paired' },
    isScreen: true,
  })
  const { find, tap, all, calls } = await openInDom(snapshot)
  await find('@removed', 'Esta tela foi removida')
  expect(all('main')).toHaveLength(1)
  await tap('@leave-removed')
  expect(calls('screens:leave')).toEqual([null])
  await find('@removed [role="status"]', 'vai abrir de novo')
})
