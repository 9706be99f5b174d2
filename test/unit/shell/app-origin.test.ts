import { describe, expect, it } from 'vitest'
import { APP_ENTRY_URL, isAppUrl, SAFE_PAGE_URL } from '../../../electron/shell/app-protocol.ts'

describe('isAppUrl', () => {
  it.each([APP_ENTRY_URL, SAFE_PAGE_URL, 'app://comanda/', 'app://comanda/assets/a.js?x=1#y'])(
    'accepts %s',
    (address) => {
      expect(isAppUrl(address)).toBe(true)
    },
  )

  it.each([
    '',
    'comanda',
    'about:blank',
    'file:///index.html',
    'https://comanda/index.html',
    'http://app://comanda/',
    'https://app.comanda/',
    'app:comanda/index.html',
    'app:///comanda/index.html',
    'app://comanda.evil.example/index.html',
    'app://evil.example/app://comanda/index.html',
    'app://evil.example?app://comanda/',
    'app://evil.example#app://comanda/',
    'app://comanda@evil.example/index.html',
    'app://evil@comanda/index.html',
    'app://:secret@comanda/index.html',
    'app://comanda:8080/index.html',
    'app://comanda\\@evil.example/',
    'app://xcomanda/index.html',
    'app://COMANDA.evil/',
    'apps://comanda/index.html',
    'data:text/html,app://comanda/index.html',
    'javascript:location="app://comanda/index.html"',
    'blob:app://comanda/0f0',
  ])('rejects %s', (address) => {
    expect(isAppUrl(address)).toBe(false)
  })
})
