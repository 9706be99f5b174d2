import { expect, it } from 'vitest'
import { spokenBy } from '../../../shared/contract/platforms.ts'
import { ok } from '../../../shared/result.ts'
import { CONNECTION, json, scriptedPlatform } from './scripted-platform.ts'

/** A host of this profile that gives tokens for one grant alone, and the grants that it was asked for. */
function hostOfGrant(profile: 'keeta' | 'generic', grant: string) {
  const asked: string[] = []
  const platform = scriptedPlatform({
    token: ({ body = '' }) => {
      const given = body.startsWith('{') ? JSON.parse(body).grant_type : new URLSearchParams(body).get('grant_type')
      asked.push(given)
      return given === grant
        ? json({ access_token: 't', expires_in: 3_600 })
        : json({ title: 'grant_type' }, { status: 400 })
    },
    call: () => json([]),
    parts: { connection: async () => ok({ ...CONNECTION, spoken: spokenBy(profile) }) },
  })
  return { asked, poll: () => platform.client.poll(platform.signal) }
}

it('Keeta gives software that it approved earlier a token for the older grant', async () => {
  const host = hostOfGrant('keeta', 'client_credentials')
  await expect(host.poll()).resolves.toMatchObject({ kind: 'events' })
  expect(host.asked).toEqual(['app_level_token', 'client_credentials'])
})

it.each([
  ['keeta', 'app_level_token', ['app_level_token']],
  ['generic', 'client_credentials', ['client_credentials']],
] as const)('a host of the profile %s that takes its usual grant is asked once', async (profile, grant, asked) => {
  const host = hostOfGrant(profile, grant)
  await host.poll()
  expect(host.asked).toEqual(asked)
})

it('another host that refuses the grant is not asked for another', async () => {
  const host = hostOfGrant('generic', 'app_level_token')
  await expect(host.poll()).resolves.toMatchObject({ kind: 'unauthorized' })
  expect(host.asked).toEqual(['client_credentials'])
})
