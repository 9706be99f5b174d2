import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { APP_SCHEME_PRIVILEGES, createAppProtocol, fileOf } from '../../../electron/shell/app-protocol.ts'

const parent = mkdtempSync(join(tmpdir(), 'comanda-protocol-'))
const root = join(parent, 'renderer')
const asset = { name: 'kept.css', body: 'p{}' }
const serve = createAppProtocol(root, (address) => (address === 'app://comanda/kept.css' ? asset : undefined))

beforeAll(() => {
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), '<p>board</p>')
  writeFileSync(join(root, 'assets', 'app.js'), 'export {}')
  writeFileSync(join(root, 'assets', 'bell.wav'), 'RIFF')
  writeFileSync(join(root, 'assets', 'odd.xyz'), '?')
  writeFileSync(join(parent, 'secret.txt'), 'not yours')
  mkdirSync(join(parent, 'renderer-neighbour'))
  writeFileSync(join(parent, 'renderer-neighbour', 'secret.txt'), 'not yours')
})
afterAll(() => rmSync(parent, { recursive: true }))

describe('the app protocol', () => {
  it.each([
    ['app://comanda/index.html', 'text/html; charset=utf-8', '<p>board</p>'],
    ['app://comanda/', 'text/html; charset=utf-8', '<p>board</p>'],
    ['app://comanda/index.html?a=1#b', 'text/html; charset=utf-8', '<p>board</p>'],
    ['app://comanda/assets/app.js', 'text/javascript; charset=utf-8', 'export {}'],
    ['app://comanda/assets/bell.wav', 'audio/wav', 'RIFF'],
    ['app://comanda/assets/odd.xyz', 'application/octet-stream', '?'],
    ['app://comanda/kept.css', 'text/css; charset=utf-8', 'p{}'],
  ])('serves %s as %s', async (address, type, body) => {
    const response = await serve(new Request(address))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(await response.text()).toBe(body)
  })

  it.each(['app://comanda/index.html', 'app://comanda/missing.js', 'app://comanda/kept.css'])(
    'sends the security headers with %s',
    async (address) => {
      const { headers } = await serve(new Request(address))
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      )
      expect(headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    },
  )

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'])('refuses the method %s', async (method) => {
    const response = await serve(new Request('app://comanda/index.html', { method }))
    expect(response.status).toBe(405)
    expect(await response.text()).toBe('')
  })

  it.each([
    'app://comanda/../secret.txt',
    'app://comanda/%2e%2e/secret.txt',
    'app://comanda/..%2fsecret.txt',
    'app://comanda/%2e%2e%2fsecret.txt',
    'app://comanda/..%5csecret.txt',
    'app://comanda/assets/..%2f..%2fsecret.txt',
    'app://comanda/..%2frenderer-neighbour/secret.txt',
    'app://comanda/%2fetc/hostname',
    'app://comanda//etc/hostname',
    'app://comanda/c:/windows/win.ini',
    'app://comanda/index.html%00.png',
    'app://comanda/index.html::$DATA',
    'app://comanda/%',
    'app://comanda/assets',
    'app://evil/index.html',
    'app://comanda@evil/index.html',
  ])('does not serve %s', async (address) => {
    const response = await serve({ method: 'GET', url: address } as Request)
    expect(response.status).toBe(404)
    expect(await response.text()).toBe('')
  })

  it.each(['..%5csecret.txt', 'a%00.png', 'index.html::$DATA', 'c:/windows/win.ini', '%', '..%2f..%2f'])(
    'finds no file for the path %s, on any system',
    (path) => {
      expect(fileOf(`app://comanda/${path}`, root)).toBeUndefined()
    },
  )

  it('decodes a path only once', () => {
    expect(fileOf('app://comanda/%252e%252e/secret.txt', root)).toBe(join(root, '%2e%2e', 'secret.txt'))
  })

  it('has no privilege that widens the origin', () => {
    expect(APP_SCHEME_PRIVILEGES).toEqual({
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
    })
  })
})
