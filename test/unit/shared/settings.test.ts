import { describe, expect, it } from 'vitest'
import { applySettingsPatch, DEFAULT_SETTINGS, settingsPatchSchema } from '../../../shared/contract/settings.ts'

const changed = (from: typeof DEFAULT_SETTINGS, patch: unknown) =>
  applySettingsPatch(from, settingsPatchSchema.parse(patch))

describe('a change of settings', () => {
  it('keeps the settings that it does not contain, also inside groups', () => {
    const chosen = changed(DEFAULT_SETTINGS, {
      theme: 'light',
      dialect: { acknowledgment: 'v1', money: 'cents' },
      webhook: { enabled: true, port: 9_000 },
    })
    const after = changed(chosen, { dialect: { validateCode: 'body' }, webhook: { bind: 'lan' } })
    expect(after).toEqual({
      ...DEFAULT_SETTINGS,
      theme: 'light',
      dialect: { acknowledgment: 'v1', validateCode: 'body', deliveredFromReady: false, money: 'cents' },
      webhook: { enabled: true, port: 9_000, bind: 'lan' },
    })
  })

  it('keeps the receiver off, and open only to this machine, by default', () => {
    expect(DEFAULT_SETTINGS.webhook).toEqual({ enabled: false, port: 8_787, bind: 'loopback' })
  })

  it.each([{ port: 80 }, { port: 65_536 }, { bind: '0.0.0.0' }, { enabled: 'yes' }])(
    'with %j is refused',
    (webhook) => {
      expect(settingsPatchSchema.safeParse({ webhook }).success).toBe(false)
    },
  )
})

describe('the display of the board', () => {
  const display = { label: 'Dell', width: 1920, height: 1080, nth: 0 }

  it('is the one of the system until one is chosen, and again after null', () => {
    expect(DEFAULT_SETTINGS.display).toBeUndefined()
    const chosen = applySettingsPatch(DEFAULT_SETTINGS, { display })
    expect(chosen.display).toEqual(display)
    expect(applySettingsPatch(chosen, { fullScreen: true }).display).toEqual(display)
    expect(applySettingsPatch(chosen, { display: null }).display).toBeUndefined()
  })

  it.each([{ ...display, label: 'x'.repeat(121) }, { ...display, width: 0 }, { ...display, nth: -1 }, {}])(
    'is refused when it is %o',
    (value) => {
      expect(settingsPatchSchema.safeParse({ display: value }).success).toBe(false)
    },
  )
})
