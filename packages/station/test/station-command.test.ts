import { describe, expect, it } from 'vitest'
import { readStationCommand } from '../station-command.ts'

const command = (...args: string[]) => readStationCommand(args, '/var/lib/station')

describe('the command line of the main computer without a window', () => {
  it('starts the service by default, with the folder of systemd', () => {
    expect(command()).toEqual({
      kind: 'profile',
      profile: '/var/lib/station',
      command: { kind: 'serve', provisionFile: undefined },
    })
    expect(command('--profile', '/p', '--provision', 'c.json')).toMatchObject({
      profile: '/p',
      command: { kind: 'serve', provisionFile: 'c.json' },
    })
  })

  it.each([
    [['setup', '-'], { kind: 'setup', file: '-' }],
    [['settings', 's.json'], { kind: 'settings', file: 's.json' }],
    [['revoke', 'id'], { kind: 'revoke', id: 'id' }],
    [['pair'], { kind: 'pair' }],
    [['reset-pin'], { kind: 'reset-pin' }],
  ])('reads %j', (args, expected) => {
    expect(command(...args)).toMatchObject({ kind: 'profile', command: expected })
  })

  it.each([
    [['setup']],
    [['revoke']],
    [['pair', 'now']],
    [['serve', 'now']],
    [['revoke', 'id', 'more']],
    [['fly']],
    [['--what']],
    [['--profile']],
  ])('refuses %j', (args) => {
    expect(command(...args)).toMatchObject({ kind: 'invalid' })
  })

  it('requires a profile, except for a new key', () => {
    expect(readStationCommand(['status'], undefined)).toMatchObject({ kind: 'invalid' })
    expect(readStationCommand(['new-key'], undefined)).toEqual({ kind: 'new-key' })
  })
})
