import { expect, it } from 'vitest'
import { createSigningSecrets, ROTATION_WINDOW_MS } from '../../../electron/webhook/delivery.ts'
import { fail, ok } from '../../../shared/result.ts'

function rotating() {
  let now = 0
  let secret: string | undefined = 'first'
  const secrets = createSigningSecrets(
    async () =>
      secret === undefined
        ? fail('keychain-locked', 'locked')
        : ok({ apiUrl: 'https://x/h/od/v2', clientId: 'c', clientSecret: secret, scope: 's' }),
    () => now,
  )
  return {
    secrets,
    rotate: (to: string | undefined) => {
      secret = to
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

it('the previous secret is accepted for an hour after the change, and no longer', async () => {
  const { secrets, rotate, pass } = rotating()
  expect(await secrets()).toEqual(['first'])
  rotate('second')
  expect(await secrets()).toEqual(['second', 'first'])
  pass(ROTATION_WINDOW_MS - 1)
  expect(await secrets()).toEqual(['second', 'first'])
  pass(1)
  expect(await secrets()).toEqual(['second'])
})

it('without a connection there is no secret, and the previous one is accepted again afterwards', async () => {
  const { secrets, rotate } = rotating()
  await secrets()
  rotate(undefined)
  expect(await secrets()).toEqual([])
  rotate('second')
  expect(await secrets()).toEqual(['second', 'first'])
})
