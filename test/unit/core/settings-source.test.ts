import { expect, it } from 'vitest'
import { createStoredSettings } from '../../../electron/core/settings-source.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/contract/settings.ts'
import { memoryFact, refusingFact } from '../../fixtures/memory-fact.ts'

it('settings are stored before the listeners are called, until the listener is removed', () => {
  const said: string[] = []
  const settings = createStoredSettings(
    memoryFact<Settings>(DEFAULT_SETTINGS, ({ undoSeconds }) => said.push(`saved ${undoSeconds}`)),
  )
  const end = settings.onChange(({ undoSeconds }) => said.push(`announced ${undoSeconds}`))
  expect(settings.change({ undoSeconds: 7 }).undoSeconds).toBe(7)
  end()
  settings.change({ undoSeconds: 8 })
  expect(said).toEqual(['saved 7', 'announced 7', 'saved 8'])
  expect(settings.now().undoSeconds).toBe(8)
})

it('settings that the storage refuses are not used, and no listener is called', () => {
  const announced: Settings[] = []
  const settings = createStoredSettings(refusingFact<Settings>(DEFAULT_SETTINGS))
  settings.onChange((changed) => announced.push(changed))
  expect(() => settings.change({ undoSeconds: 7 })).toThrow('disk full')
  expect([settings.now(), announced]).toEqual([DEFAULT_SETTINGS, []])
})
