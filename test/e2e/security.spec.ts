import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CALLS, PUSHES } from '../../shared/channels.ts'
import { test as base, expect, windowsOf } from './kitchen.ts'
import { type LocalSite, openLocalSite } from './local-site.ts'

const test = base.extend<{ site: LocalSite }>({
  site: async ({ kitchen: _kitchen }, use) => {
    const site = await openLocalSite()
    await use(site)
    await site.close()
  },
})

/** Long enough for a navigation or a request on loopback to show. */
const SETTLE_MS = 300
const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS))

const linesOf = (profile: string): readonly Record<string, unknown>[] =>
  readdirSync(join(profile, 'logs')).flatMap((name) =>
    readFileSync(join(profile, 'logs', name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Record<string, unknown> => JSON.parse(line)),
  )

/** The board is still there, with its bridge and nobody's mark on it. */
async function expectOwnPage(page: Page, address: string): Promise<void> {
  expect(page.url()).toBe(address)
  // Asked of the page itself: a locator waits for the end of a navigation, and one that is refused has none.
  const found = await page.evaluate(() => ({
    main: document.querySelector('main') !== null,
    foreign: 'foreign' in window,
  }))
  expect(found).toEqual({ main: true, foreign: false })
}

test('the page cannot navigate: other sites, deceptive addresses, files, scripts, forms', async ({ kitchen, site }) => {
  const { page } = await kitchen.open()
  const address = page.url()
  const { hostname } = new URL(address)
  const port = new URL(site.origin).port
  const addresses = [
    `${site.origin}/`,
    `http://comanda@127.0.0.1:${port}/user`,
    `http://127.0.0.1:${port}/index.html?app://comanda/index.html`,
    `http://127.0.0.1:${port}/#app://comanda/`,
    `https://${hostname}@127.0.0.1:${port}/`,
    `https://${hostname}.127.0.0.1.nip.io:${port}/`,
    'app://comanda.evil/index.html',
    'file:///etc/passwd',
    'data:text/html,<script>window.foreign=true</script>',
  ]
  for (const target of addresses) {
    await page.evaluate((to) => {
      setTimeout(() => {
        location.href = to
      })
    }, target)
    await settle()
    await expectOwnPage(page, address)
  }
  await page.evaluate((to) => {
    setTimeout(() => {
      const link = document.createElement('a')
      link.href = 'javascript:void(window.foreign=true)'
      document.body.append(link)
      link.click()
      const form = document.createElement('form')
      form.action = to
      form.method = 'post'
      document.body.append(form)
      form.submit()
    })
  }, `${site.origin}/form`)
  await settle()
  await expectOwnPage(page, address)
  expect(site.visits).toEqual([])
  await expect
    .poll(() => linesOf(kitchen.profile).filter(({ event }) => event === 'navigation-refused').length)
    .toBeGreaterThanOrEqual(5)
})

test('no request leaves the page, even with the content security policy switched off', async ({ kitchen, site }) => {
  const { process, page } = await kitchen.open()
  const isRefused = await process.evaluate(
    ({ BrowserWindow }, to) =>
      BrowserWindow.getAllWindows()[0]
        ?.loadURL(to)
        .then(
          () => false,
          () => true,
        ),
    `${site.origin}/user`,
  )
  expect(isRefused).toBe(true)
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Page.setBypassCSP', { enabled: true })
  await process.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.loadURL('app://comanda/index.html'))
  await page.locator('main').waitFor()
  const fetched = await page.evaluate(
    (to) =>
      fetch(to, { mode: 'no-cors' }).then(
        () => 'fetched',
        () => 'blocked',
      ),
    `${site.origin}/data`,
  )
  expect(fetched).toBe('blocked')
  await settle()
  expect(site.visits).toEqual([])
  await expect
    .poll(() => linesOf(kitchen.profile).filter(({ event }) => event === 'request-blocked').length)
    .toBeGreaterThanOrEqual(2)
})

test('a redirect that a server really sends is not followed', async ({ kitchen, site }) => {
  const { process } = await kitchen.open()
  // Else the request would not even leave the session of the screen.
  await process.evaluate(({ session }) => session.fromPartition('screen').webRequest.onBeforeRequest(null))
  const outcome = await process.evaluate(
    ({ BrowserWindow }, to) =>
      BrowserWindow.getAllWindows()[0]
        ?.loadURL(to)
        .then(
          () => 'loaded',
          () => 'refused',
        ),
    `${site.origin}/redirect`,
  )
  await settle()
  expect(outcome).toBe('refused')
  expect(site.visits).toEqual(['/redirect'])
  await expect
    .poll(() => linesOf(kitchen.profile).filter(({ cause }) => cause === 'redirect').length)
    .toBeGreaterThanOrEqual(1)
})

test('no second window opens, whatever the page requests', async ({ kitchen, site }) => {
  const { process } = await kitchen.open()
  // Without a feigned touch, and after those of the start have lost their effect: after one the host cannot keep Chromium
  // from opening a window of its own.
  await expect
    .poll(() =>
      process.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('navigator.userActivation.isActive'),
      ),
    )
    .toBe(false)
  const opened = await process.evaluate(async ({ BrowserWindow }, to) => {
    const link = `const link = document.createElement('a'); link.href = '${to}/blank'; link.target = '_blank'; link.click()`
    const results = await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      `[window.open('${to}/popup'), window.open('about:blank'), window.open('/index.html', '_blank', 'popup')].map(String)`,
    )
    await BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(`{ ${link} }`)
    return results
  }, site.origin)
  expect(opened).toEqual(['null', 'null', 'null'])
  await settle()
  expect(windowsOf(process)).toHaveLength(1)
  expect(await process.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  expect(site.visits).toEqual([])
  // The door to the system's browser was asked, and opened for none of them.
  await expect
    .poll(() => linesOf(kitchen.profile).filter(({ event }) => event === 'external-address-refused').length)
    .toBeGreaterThanOrEqual(3)
})

test('every permission is denied, whether the page requests or queries it', async ({ kitchen }) => {
  const { page } = await kitchen.open()
  const answers = await page.evaluate(async () => {
    const query = (name: string) =>
      navigator.permissions.query({ name: name as PermissionName }).then(
        ({ state }) => state,
        () => 'unknown',
      )
    const looked = await Promise.all(
      ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read', 'persistent-storage'].map(
        query,
      ),
    )
    const located = await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('given'),
        ({ code }) => resolve(code),
      ),
    )
    return { looked, located, notified: await Notification.requestPermission() }
  })
  expect(answers.looked).not.toContain('granted')
  expect(answers.looked).not.toContain('prompt')
  expect(answers.located).toBe(1)
  expect(answers.notified).toBe('denied')
})

test('the policy blocks inline script, eval, remote content, frames and plain text for HTML', async ({
  kitchen,
  site,
}) => {
  const { page } = await kitchen.open()
  const outcome = await page.evaluate(async (origin) => {
    const violated = new Set<string>()
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => violated.add(effectiveDirective))
    const attempt = (work: () => unknown): string => {
      try {
        work()
        return 'done'
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown'
      }
    }
    const append = (name: string, attributes: Readonly<Record<string, string>>): void => {
      const element = document.createElement(name)
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
      document.body.append(element)
    }
    // Deferred, so that the page itself does it and not the test's evaluation, which the policy lets pass.
    const later = <T>(work: () => T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(work())))
    const tried = await later(() => ({
      eval: attempt(() => Reflect.get(globalThis, 'eval')('window.foreign = true')),
      function: attempt(() => new Function('window.foreign = true')()),
      innerHTML: attempt(() => {
        document.createElement('div').innerHTML = '<img src=x onerror="window.foreign=true">'
      }),
      scriptText: attempt(() => {
        const script = document.createElement('script')
        script.textContent = 'window.foreign = true'
        document.body.append(script)
      }),
      handler: attempt(() => append('img', { src: 'data:,', onerror: 'window.foreign=true' })),
      worker: attempt(() => new Worker('data:text/javascript,1')),
    }))
    append('img', { src: `${origin}/image` })
    append('link', { rel: 'stylesheet', href: `${origin}/style` })
    append('iframe', { src: `${origin}/frame` })
    const isObjectSet = attempt(() => append('object', { data: `${origin}/object` }))
    append('audio', { src: `${origin}/audio`, autoplay: '' })
    const script = document.createElement('script')
    const isScriptSet = attempt(() => {
      script.src = `${origin}/script`
      document.body.append(script)
    })
    const fetched = await fetch(`${origin}/fetch`).then(
      () => 'done',
      () => 'refused',
    )
    const imported = await import(/* @vite-ignore */ `${origin}/module`).then(
      () => 'done',
      () => 'refused',
    )
    const served = await navigator.serviceWorker.register('/index.html').then(
      () => 'done',
      () => 'refused',
    )
    await new Promise((resolve) => setTimeout(resolve, 500))
    return { tried, isScriptSet, isObjectSet, fetched, imported, served, violated: [...violated] }
  }, site.origin)

  expect(outcome.tried).toMatchObject({ eval: 'EvalError', function: 'EvalError', innerHTML: 'TypeError' })
  expect([outcome.isScriptSet, outcome.isObjectSet]).toEqual(['TypeError', 'TypeError'])
  expect([outcome.fetched, outcome.imported, outcome.served]).toEqual(['refused', 'refused', 'refused'])
  expect(outcome.violated).toEqual(expect.arrayContaining(['img-src', 'style-src-elem', 'frame-src', 'connect-src']))
  expect(await page.evaluate(() => 'foreign' in window)).toBe(false)
  expect(site.visits).toEqual([])
})

test('the bridge offers exactly the channels of the contract', async ({ kitchen }) => {
  const { page } = await kitchen.open()
  const seen = await page.evaluate(async () => {
    const { comanda } = window as unknown as {
      comanda: Record<string, Record<string, (args: unknown) => Promise<unknown>>>
    }
    const call = async (channel: string, ...args: unknown[]): Promise<unknown> => {
      const found: unknown = comanda.call?.[channel]
      return typeof found === 'function' ? Reflect.apply(found, undefined, args) : 'no such channel'
    }
    const polluted: unknown = JSON.parse('{"orderId":"x","action":"confirm","__proto__":{"polluted":true}}')
    return {
      parts: Object.keys(comanda),
      calls: Object.keys(comanda.call ?? {}),
      pushes: Object.keys(comanda.on ?? {}),
      globals: ['require', 'process', 'module', 'ipcRenderer', 'electron', 'Buffer', 'global'].filter(
        (name) => name in window,
      ),
      answers: [
        await call('order:act', polluted),
        await call('order:act', { orderId: 'x', action: 'confirm', constructor: { prototype: 1 } }),
        await call('order:act', { orderId: 'x', action: 'explode' }),
        await call('settings:change', { clientSecret: 'x' }),
        await call('order:act'),
        await call('__proto__', null),
        await call('shell:open', 'file:///etc/passwd'),
      ],
      isPolluted: 'polluted' in {},
    }
  })
  expect(seen.parts.toSorted()).toEqual(['call', 'on'])
  expect(seen.calls.toSorted()).toEqual([...CALLS].toSorted())
  expect(seen.pushes.toSorted()).toEqual([...PUSHES].toSorted())
  expect(seen.globals).toEqual([])
  const refused = { ok: false, code: 'bad-arguments' }
  const [pollution, ...others] = seen.answers
  expect(['bad-arguments', 'unknown-order']).toContain((pollution as { code?: string }).code)
  expect(others).toEqual([
    expect.objectContaining(refused),
    expect.objectContaining(refused),
    expect.objectContaining(refused),
    expect.objectContaining(refused),
    'no such channel',
    'no such channel',
  ])
  expect(seen.isPolluted).toBe(false)
})

test('the text of an order is shown as text, never as HTML', async ({ kitchen, site }) => {
  const { page } = await kitchen.open()
  const hostile = `<img src="${site.origin}/x" onerror="window.foreign=true"><script>window.foreign=true</script>`
  const { id } = kitchen.platform.place({ raw: { observations: hostile } })
  // The card shows no notes; its whole ticket does.
  await kitchen.card(id).locator('button[data-command="open"]').click()
  await expect(kitchen.card(id)).toContainText('<img src=')
  expect(await kitchen.card(id).locator('img, script').count()).toBe(0)
  expect(await page.evaluate(() => 'foreign' in window)).toBe(false)
  expect(site.visits).toEqual([])
})
