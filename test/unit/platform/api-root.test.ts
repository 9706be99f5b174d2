import { describe, expect, it } from 'vitest'
import { joinApiRoot, parseApiRoot } from '../../../electron/platform/api-root.ts'

const HASH = '9f8c7b6a5d4e'
const ROOT = `https://api.example.test/${HASH}/od/v2`
const MASKED = 'https://api.example.test/***/od/v2'

describe('the API root that a person pastes', () => {
  it.each([
    ROOT,
    `${ROOT}/`,
    `${ROOT}///`,
    `  ${ROOT}\n`,
    `"${ROOT}"`,
    `<${ROOT}>`,
    `\u200b${ROOT}\ufeff`,
    `api.example.test/${HASH}/od/v2`,
    `HTTPS://API.EXAMPLE.TEST/${HASH}/OD/V2`,
    `https://api.example.test//${HASH}//od/v2`,
    `https://api.example.test/${HASH}`,
    `https://api.example.test/${HASH}/`,
    `${ROOT}/oauth/token`,
    `${ROOT}/events:polling?eventType=CREATED`,
    `${ROOT}#copied`,
  ])('is read from %j', (pasted) => {
    expect(parseApiRoot(pasted)).toEqual({ ok: true, value: { url: ROOT, masked: MASKED } })
  })

  it('keeps a base path and a port, and masks only the app’s own part', () => {
    expect(parseApiRoot(`https://example.test:8443/open/delivery/${HASH}/od/v2`)).toEqual({
      ok: true,
      value: {
        url: `https://example.test:8443/open/delivery/${HASH}/od/v2`,
        masked: 'https://example.test:8443/open/delivery/***/od/v2',
      },
    })
  })

  it.each(['http://127.0.0.1:4010/h/od/v2', 'http://localhost:4010/h/od/v2', 'http://[::1]:4010/h/od/v2'])(
    'accepts %s without https, because it stays on this machine',
    (url) => {
      expect(parseApiRoot(url)).toMatchObject({ ok: true, value: { url } })
    },
  )

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['https://', 'not-an-address'],
    ['https://exa mple.test:99999/h', 'not-an-address'],
    [`http://api.example.test/${HASH}/od/v2`, 'insecure'],
    [`http://127.0.0.1.example.test/${HASH}/od/v2`, 'insecure'],
    [`http://localhost.example.test/${HASH}/od/v2`, 'insecure'],
    [`ftp://api.example.test/${HASH}/od/v2`, 'insecure'],
    [`file:///${HASH}/od/v2`, 'not-an-address'],
    [`https://user:word@api.example.test/${HASH}/od/v2`, 'has-credentials'],
    ['https://api.example.test', 'hash-missing'],
    ['https://api.example.test/od/v2', 'hash-missing'],
    [MASKED, 'hash-missing'],
    ['portal da plataforma', 'not-an-address'],
    ['portal', 'not-an-address'],
    ['o endereço é api.example.test/h', 'not-an-address'],
    ['marina@example.test', 'not-an-address'],
    ['me:word@api.example.test/h', 'has-credentials'],
  ])('is refused when it is %j: %s', (pasted, code) => {
    const result = parseApiRoot(pasted)
    expect(result).toMatchObject({ ok: false, code })
    expect(JSON.stringify(result)).not.toContain(HASH)
  })
})

describe('base and hash as two fields', () => {
  it.each([
    ['https://api.example.test', HASH],
    ['https://api.example.test/', `/${HASH}/`],
    ['api.example.test', ` ${HASH} `],
    ['https://api.example.test', `${HASH}/od/v2`],
  ])('are joined: %j and %j', (base, hash) => {
    expect(joinApiRoot(base, hash)).toEqual({ ok: true, value: { url: ROOT, masked: MASKED } })
  })

  it('are both required', () => {
    expect(joinApiRoot('https://api.example.test', ' ')).toMatchObject({ ok: false, code: 'hash-missing' })
    expect(joinApiRoot('', HASH)).toMatchObject({ ok: false })
  })
})
