import { expect, it } from 'vitest'
import { IFOOD } from '../../../electron/platform/dialects/ifood/ifood.ts'

const CONNECTION = { apiUrl: 'https://host.test', clientId: 'a', clientSecret: 'b', scope: '' }

/** The establishments of a list as the next poll names them. */
function namedOf(list: readonly unknown[]): string | undefined {
  const merchants = IFOOD.merchants?.read({ kind: 'reply', status: 200, body: { kind: 'json', value: list } })
  return IFOOD.poll(CONNECTION, 0, merchants).headers?.['x-polling-merchants']
}

it.each<[string, readonly unknown[], string | undefined]>([
  ['ids', [{ id: 'm-1' }, { id: 'm-2' }], 'm-1,m-2'],
  ['a number', [{ id: 42 }], '42'],
  ['an id twice', [{ id: 'm-1' }, { id: 'm-1' }], 'm-1'],
  [
    'ids that no header can have, or that would be several',
    [
      ...['loja\nx: y', 'lojá', 'a,b', ' ', '', 'm\u0000', '\ud800', 'm'.repeat(10_000), null, {}].map((id) => ({
        id,
      })),
      { id: 'm-1' },
    ],
    'm-1',
  ],
  ['none that can be named', [{ id: 'lojá' }], undefined],
])('a poll names the establishments of a list with %s', (_name, list, named) => {
  expect(namedOf(list)).toBe(named)
})
