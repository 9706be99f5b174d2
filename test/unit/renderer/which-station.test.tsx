// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import type { Settings } from '../../../shared/settings.ts'
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
  await find('@which-station', 'Ajustes, “Estações”')
  await now({ stations: STATIONS })
  expect(all('@which-station button')).toHaveLength(2)
  await tap('@open-settings')
  await find('@settings-section .choice', 'Chapa')
  const choices = all('@settings-section input').map((input) => input.getAttribute('value'))
  expect(choices).toContain('Bebidas')
  expect(choices).not.toContain('')
})
