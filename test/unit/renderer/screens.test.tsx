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
  await tap('[data-section="role"]')
  await find('[data-setting="station"]', 'Chapa')
  const choices = all('[data-setting="station"] .pick').map((one) => one.getAttribute('data-value'))
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
  await tap('@screen-change-form .pick', 'Uma praça')
  expect((await find('@screen-save')).hasAttribute('disabled')).toBe(true)
  await tap('@screen-change-form .pick', 'Bebidas')
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

it('the address of the customers’ board is also a code for a camera, in the order that readers know', async () => {
  const url = 'http://192.168.0.12:47181/tre3-bhms-9zzj-4awm'
  const { find, tap, all } = await openInDom(snapshotOf([], { settings: settingsWith({}) }), {
    'screens:status': {
      state: 'listening',
      addresses: [],
      pairing: { state: 'closed' },
      screens: [],
      copies: 'no-code',
    },
    'customers:status': { state: 'listening', urls: [url] },
  })
  await tap('@open-settings')
  await tap('[data-section="screens"]')
  const code = await find('@customers-link @qr-code')
  expect(all('@customers-url').map(({ textContent }) => textContent)).toEqual([url])
  const size = Number(code.getAttribute('viewBox')?.split(' ')[2])
  const dark = new Set(
    code
      .querySelector('path')
      ?.getAttribute('d')
      ?.match(/M\d+ \d+/g),
  )
  const isDark = (x: number, y: number): boolean => dark.has(`M${x} ${y}`)
  /** The eye of a code: a ring of seven modules around a dark middle. */
  const isEye = (left: number, top: number): boolean =>
    Array.from({ length: 49 }, (_, at) => [at % 7, Math.floor(at / 7)] as const).every(([x, y]) => {
      const ring = Math.max(Math.abs(x - 3), Math.abs(y - 3))
      return isDark(left + x, top + y) === (ring !== 2)
    })
  const quiet = 4
  const far = size - quiet - 7
  expect([isEye(quiet, quiet), isEye(far, quiet), isEye(quiet, far), isEye(far, far)]).toEqual([
    true,
    true,
    true,
    false,
  ])
  // The module that is always dark stands beside the lower eye.
  expect(isDark(quiet + 8, size - quiet - 8)).toBe(true)
  expect(isDark(quiet - 1, quiet)).toBe(false)
})
