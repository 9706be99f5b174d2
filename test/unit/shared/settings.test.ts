import { describe, expect, it } from 'vitest'
import { applySettingsPatch, DEFAULT_SETTINGS, settingsPatchSchema } from '../../../shared/settings.ts'

const changed = (from: typeof DEFAULT_SETTINGS, patch: unknown) =>
  applySettingsPatch(from, settingsPatchSchema.parse(patch))

describe('a change of settings', () => {
  it('leaves what it does not name as it was chosen, inside groups too', () => {
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

  it('has the receiver off and on this machine alone by default', () => {
    expect(DEFAULT_SETTINGS.webhook).toEqual({ enabled: false, port: 8_787, bind: 'loopback' })
  })

  it.each([{ port: 80 }, { port: 65_536 }, { bind: '0.0.0.0' }, { enabled: 'yes' }])('refuses %j', (webhook) => {
    expect(settingsPatchSchema.safeParse({ webhook }).success).toBe(false)
  })
})
