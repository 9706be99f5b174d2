import { describe, expect, it } from 'vitest'
import { runApp, WHOLE_BROWSER } from './run-app.ts'

const run = (before: string, body: string, files = {}, env: NodeJS.ProcessEnv = {}) =>
  runApp(
    `app.whenReady().then(async () => { serve(); ${before}
    const window = await open(); const contents = window.webContents
    const js = (code) => contents.executeJavaScript(code)
    ${body}
    app.quit() })`,
    files,
    [],
    env,
  )

const REPORT_PERMISSIONS = `report(await js(\`(async () => [
  Notification.permission, await Notification.requestPermission(),
  (await navigator.permissions.query({ name: 'geolocation' })).state,
  await new Promise((done) => navigator.geolocation.getCurrentPosition(() => done('position'), (error) => done(error.code))),
  await navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'stream', (error) => error.name),
])()\`))`

describe('permissions', () => {
  it('are denied when no handler allows them', async () => {
    const { reports } = await run('', REPORT_PERMISSIONS)
    expect(reports[0]).toEqual(['denied', 'denied', 'denied', 1, 'NotAllowedError'])
  })

  it('follow the handlers', async () => {
    const { reports } = await run(
      `session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) => permission === 'geolocation' && origin === 'app://kitchen/')
       session.defaultSession.setPermissionRequestHandler((contents, permission, callback, details) => { report([permission, details.requestingUrl, details.isMainFrame]); callback(permission === 'notifications') })`,
      `report(await js(\`(async () => [
         Notification.permission, await Notification.requestPermission(), Notification.permission,
         (await navigator.permissions.query({ name: 'geolocation' })).state,
         await navigator.mediaDevices.getUserMedia({ video: true }).then(() => 'stream', (error) => error.name),
       ])()\`))`,
      {},
      // The headless shell has no permission for geolocation.
      WHOLE_BROWSER,
    )
    expect(reports).toEqual([
      ['notifications', 'app://kitchen/index.html', true],
      ['media', 'app://kitchen/index.html', true],
      ['denied', 'granted', 'granted', 'granted', 'NotAllowedError'],
    ])
  })
})

describe('protocol', () => {
  it('serves the scheme in a secure context under its own address, and enforces the policy header', async () => {
    const { reports } = await run(
      `policy = "default-src 'none'; script-src 'self'"; const messages = []
       app.on('web-contents-created', (_event, created) => created.on('console-message', (event) => messages.push(event.message)))`,
      `report(await js('[isSecureContext, window.inline, window.external]')); report(messages.some((message) => message.includes('Content Security Policy')))`,
      {
        'index.html': '<script>window.inline = 1</script><script src="/outer.js"></script>',
        'outer.js': 'window.external = 1',
      },
    )
    expect(reports).toEqual([[true, null, 1], true])
  })

  it('calls handlers with the request that the page made', async () => {
    const { reports } = await runApp(`app.whenReady().then(async () => {
      protocol.handle('app', async (request) => {
        if (request.method === 'POST') { report([request.url, await request.text(), request.headers.get('x-kitchen')]); return Response.json({ ok: true }, { status: 201 }) }
        return new Response('<title>x</title>', { headers: { 'content-type': 'text/html' } }) })
      const window = await open('app://kitchen/a?b=c#d')
      report(window.webContents.getURL())
      report(await window.webContents.executeJavaScript('fetch("/order?x=1", { method: "POST", body: "beans", headers: { "x-kitchen": "1" } }).then(async (r) => [r.status, await r.json()])'))
      report(await (await net.fetch('app://kitchen/z')).text())
      app.quit() })`)
    expect(reports).toEqual([
      'app://kitchen/a?b=c#d',
      ['app://kitchen/order?x=1', 'beans', '1'],
      [201, { ok: true }],
      '<title>x</title>',
    ])
  })

  it('lets webRequest stop requests and change headers', async () => {
    const { reports } = await run(
      `session.defaultSession.webRequest.onBeforeRequest({ urls: ['*://*/stopped*'] }, (details, callback) => { report([details.url, details.resourceType]); callback({ cancel: true }) })
       session.defaultSession.webRequest.onHeadersReceived((details, callback) => callback({ responseHeaders: { ...details.responseHeaders, 'x-added': ['yes'] } }))`,
      `report(await js('Promise.all([fetch("/stopped").catch((error) => error.name), fetch("/index.html").then((r) => r.headers.get("x-added"))])'))`,
    )
    expect(reports).toEqual([
      ['app://kitchen/stopped', 'xhr'],
      ['TypeError', 'yes'],
    ])
  })
})

describe('downloads', () => {
  it('emit the session’s event and save nothing', async () => {
    const { reports } = await run(
      `const emitted = new Promise((done) => session.defaultSession.once('will-download', done))
       session.defaultSession.on('will-download', (event, item, contents) => { event.preventDefault(); report([item.getURL(), item.getFilename(), contents.id]) })`,
      `await js('const a = document.createElement("a"); a.href = "/index.html"; a.download = "menu.html"; document.body.append(a); a.click(); 0'); await emitted`,
    )
    expect(reports).toEqual([['app://kitchen/index.html', 'menu.html', 1]])
  })
})
