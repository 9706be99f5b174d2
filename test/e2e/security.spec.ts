import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { CALLS, PUSHES } from '../../shared/contract/calls.ts'
import { test as base, expect } from './kitchen.ts'
import { type LocalSite, openLocalSite } from './local-site.ts'
import { attemptForbidden, REMOTE_CONTENT } from './policy-attempts.ts'

const test = base.extend<{ site: LocalSite }>({
  site: async ({ kitchen: _kitchen }, use) => {
    const site = await openLocalSite()
    await use(site)
    await site.close()
  },
})

/** Two of the three calls of `window.open` and the link name an address. */
const REFUSED_WINDOWS = 3

const linesOf = (profile: string): readonly Record<string, unknown>[] =>
  readdirSync(join(profile, 'logs')).flatMap((name) =>
    readFileSync(join(profile, 'logs', name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): Record<string, unknown> => JSON.parse(line)),
  )

/** Lines of the log with this event, and this cause when it is given. */
const countOf = (profile: string, wanted: { readonly event: string; readonly cause?: string }): number =>
  linesOf(profile).filter(({ event, cause }) => event === wanted.event && cause === (wanted.cause ?? cause)).length

/** Makes the page navigate to an address. */
const navigate = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    setTimeout(() => {
      location.href = to
    })
  }, address)

/** Expects the board with its bridge, and no mark of another document. */
async function expectOwnPage(page: Page, address: string): Promise<void> {
  expect(page.url()).toBe(address)
  // Evaluated in the page, because a locator waits for the end of a navigation, and a refused navigation has no end.
  const found = await page.evaluate(() => ({
    main: document.querySelector('main') !== null,
    foreign: 'foreign' in window,
  }))
  expect(found).toEqual({ main: true, foreign: false })
}

test.use({ sharesApp: true })

test('the page cannot navigate: other sites, deceptive addresses, files, scripts, forms', async ({ kitchen, site }) => {
  const { page } = await kitchen.open()
  const address = page.url()
  const { hostname } = new URL(address)
  const port = new URL(site.origin).port
  const refusals = () => countOf(kitchen.profile, { event: 'navigation-refused', cause: 'navigate' })
  /** Expects that the page is unchanged after the main process has refused the navigation. */
  const expectRefusal = async (attempt: () => Promise<void>): Promise<void> => {
    const before = refusals()
    await attempt()
    await expect.poll(refusals).toBeGreaterThan(before)
    await expectOwnPage(page, address)
  }
  for (const target of [
    `${site.origin}/`,
    `http://comanda@127.0.0.1:${port}/user`,
    `http://127.0.0.1:${port}/index.html?app://comanda/index.html`,
    `http://127.0.0.1:${port}/#app://comanda/`,
    `https://${hostname}@127.0.0.1:${port}/`,
    `https://${hostname}.127.0.0.1.nip.io:${port}/`,
    'app://comanda.evil/index.html',
  ]) {
    await expectRefusal(() => navigate(page, target))
  }
  // Chromium itself refuses these and reports it.
  for (const target of ['file:///etc/passwd', 'data:text/html,<script>window.foreign=true</script>']) {
    const reported = page.waitForEvent('console', (message) => message.text().startsWith('Not allowed to'))
    await navigate(page, target)
    await reported
    await expectOwnPage(page, address)
  }
  await page.evaluate(
    (to) =>
      new Promise<void>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          if (effectiveDirective === 'form-action') resolve()
        })
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
      }),
    `${site.origin}/form`,
  )
  await expectOwnPage(page, address)
  expect(site.visits).toEqual([])
})

test('no second window opens, whatever the page requests', async ({ kitchen, site }) => {
  const { process } = await kitchen.open()
  const refusals = () => countOf(kitchen.profile, { event: 'external-address-refused' })
  const before = refusals()
  // Without a simulated touch, and after the touches of the start have lost their effect. After a touch the host cannot
  // prevent that Chromium opens a window.
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
  // The function that opens the system's browser was called and refused each address.
  await expect.poll(() => refusals() - before).toBeGreaterThanOrEqual(REFUSED_WINDOWS)
  expect(process.windows()).toHaveLength(1)
  await expect.poll(() => process.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  expect(site.visits).toEqual([])
})

test('every permission is denied, when the page requests it and when it queries it', async ({ kitchen }) => {
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

test('the policy blocks inline script, eval, remote content, frames and plain text for HTML', { tag: '@gate' }, async ({
  kitchen,
  site,
}) => {
  const { page } = await kitchen.open()
  const outcome = await page.evaluate(attemptForbidden, { origin: site.origin, directives: REMOTE_CONTENT })

  expect(outcome.tried).toMatchObject({ eval: 'EvalError', function: 'EvalError', innerHTML: 'TypeError' })
  expect([outcome.isScriptSet, outcome.isObjectSet]).toEqual(['TypeError', 'TypeError'])
  expect([outcome.fetched, outcome.imported, outcome.served]).toEqual(['refused', 'refused', 'refused'])
  expect(outcome.violated).toEqual(expect.arrayContaining(REMOTE_CONTENT))
  await expect.poll(() => page.evaluate(() => 'foreign' in window)).toBe(false)
  expect(site.visits).toEqual([])
})

test('the bridge offers exactly the channels of the contract', { tag: '@gate' }, async ({ kitchen }) => {
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

test('the text of an order is shown as text, never as HTML', { tag: '@gate' }, async ({ kitchen, site }) => {
  const { page } = await kitchen.open()
  const hostile = `<img src="${site.origin}/x" onerror="window.foreign=true"><script>window.foreign=true</script>`
  const { id } = kitchen.platform.place({ raw: { observations: hostile } })
  // The card shows no notes; its whole ticket does.
  await kitchen.card(id).locator('button[data-command="open"]').click()
  await expect(kitchen.card(id)).toContainText('<img src=')
  await expect.poll(() => kitchen.card(id).locator('img, script').count()).toBe(0)
  await expect.poll(() => page.evaluate(() => 'foreign' in window)).toBe(false)
  expect(site.visits).toEqual([])
})

test.describe('with a separate app', () => {
  test.use({ needsOwnApp: true })

  test('no request leaves the page, also with the content security policy switched off', async ({ kitchen, site }) => {
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
    await expect.poll(() => countOf(kitchen.profile, { event: 'request-blocked' })).toBeGreaterThanOrEqual(2)
    expect(site.visits).toEqual([])
  })

  test('a redirect of a real server is not followed', async ({ kitchen, site }) => {
    const { process } = await kitchen.open()
    // Otherwise the request would not leave the session of the screen.
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
    expect(outcome).toBe('refused')
    await expect
      .poll(() => linesOf(kitchen.profile).filter(({ cause }) => cause === 'redirect').length)
      .toBeGreaterThanOrEqual(1)
    expect(site.visits).toEqual(['/redirect'])
  })
})
