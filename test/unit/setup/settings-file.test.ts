import { describe, expect, it } from 'vitest'
import { createSettingsFile } from '../../../electron/setup/settings-file-service.ts'
import { applySettingsPatch, DEFAULT_SETTINGS, type Settings } from '../../../shared/contract/settings.ts'
import { ok } from '../../../shared/result.ts'
import { createRecordingLog } from '../shell/fakes.ts'

function aKitchen(file: string | undefined | Error, before: Settings = DEFAULT_SETTINGS) {
  let settings = before
  const saved: { name: string; text: string }[] = []
  const log = createRecordingLog()
  const service = createSettingsFile({
    settings: () => settings,
    change: (patch) => {
      settings = applySettingsPatch(settings, patch)
      return ok(settings)
    },
    saveFile: async (name, text) => {
      if (file instanceof Error) throw file
      saved.push({ name, text })
      return true
    },
    openFile: async () => {
      if (file instanceof Error) throw file
      return file
    },
    log,
  })
  return { ...service, saved, log, settings: () => settings }
}

const fileOf = (settings: unknown): string => JSON.stringify({ comanda: 'settings', settings })

describe('settings in a file', () => {
  it('give a second screen the settings of the first one, except the step of its set-up', async () => {
    const first = applySettingsPatch(DEFAULT_SETTINGS, {
      locale: 'es',
      setupStep: 'done',
      stations: [{ name: 'Grill', keywords: ['burger'] }],
      webhook: { enabled: true, port: 9_000 },
      alarm: { volume: 100 },
      dialect: { money: 'cents' },
    })
    const from = aKitchen(undefined, first)
    expect(await from.exportSettings()).toEqual(ok({ isSaved: true }))
    const to = aKitchen(
      from.saved[0]?.text,
      applySettingsPatch(DEFAULT_SETTINGS, { setupStep: 'sound', preparationMinutes: 20 }),
    )
    expect(await to.importSettings()).toMatchObject({ ok: true, value: { outcome: 'taken', refused: [] } })
    expect(to.settings()).toEqual({ ...first, setupStep: 'sound' })
  })

  it('are checked one by one: an invalid one is reported with the reason and not applied', async () => {
    const kitchen = aKitchen(
      fileOf({
        theme: 'light',
        pollIntervalSeconds: 0,
        webhook: { port: 80 },
        colour: 'green',
        setupStep: 'done',
        toString: 1,
        ['x'.repeat(500)]: 1,
      }),
    )
    expect(await kitchen.importSettings()).toEqual(
      ok({
        outcome: 'taken',
        taken: 1,
        refused: [
          { name: 'pollIntervalSeconds', why: 'invalid' },
          { name: 'webhook', why: 'invalid' },
          { name: 'colour', why: 'unknown' },
          { name: 'setupStep', why: 'unknown' },
          { name: 'toString', why: 'unknown' },
          { name: 'x'.repeat(60), why: 'unknown' },
        ],
      }),
    )
    expect(kitchen.settings()).toEqual({ ...DEFAULT_SETTINGS, theme: 'light' })
  })

  it.each([
    ['no JSON', 'settings'],
    ['an empty file', ''],
    ['another JSON', '{"name":"comanda"}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['settings that are text', '{"comanda":"settings","settings":"dark"}'],
  ])('are not found in %s', async (_what, text) => {
    const kitchen = aKitchen(text)
    expect(await kitchen.importSettings()).toEqual(ok({ outcome: 'unreadable' }))
    expect(kitchen.settings()).toEqual(DEFAULT_SETTINGS)
  })

  it('cause a report for an unusable file, and its path is not in the log', async () => {
    const kitchen = aKitchen(Object.assign(new Error('EACCES: /home/marina/secret.json'), { code: 'EACCES' }))
    expect(await kitchen.importSettings()).toMatchObject({ ok: false, code: 'storage' })
    expect(await kitchen.exportSettings()).toMatchObject({ ok: false, code: 'storage' })
    expect(JSON.stringify(kitchen.log.lines)).not.toContain('marina')
  })
})
