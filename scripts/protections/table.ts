/** One protection of docs/security.md, how to remove it, and the test that must then fail. */
export type Protection = {
  /** The name of the `SECURITY:` note. */
  readonly note: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** Below `test/`. */
  readonly test: string
}

const row = (note: string, file: string, find: string, replace: string, test: string): Protection => ({
  note,
  file: file.startsWith('shared/') ? file : `electron/${file}`,
  find,
  replace,
  test,
})
const WINDOW = 'shell/main-window.ts'
const PLAIN = 'shell/plain-page.ts'
const PAPER = 'shell/print-window.ts'
const WINDOW_TEST = 'unit/shell/main-window.test.ts'
const PAPER_TEST = 'unit/shell/print-window.test.ts'
const COVER_TEST = 'unit/shell/board-cover.test.ts'
const GUARDS_TEST = 'unit/shell/guards.test.ts'
const HEADERS = 'shell/response-headers.ts'
const PROTOCOL_TEST = 'unit/shell/app-protocol.test.ts'
const LOCK_TEST = 'unit/lock/lock.test.ts'
const RELAUNCH_TEST = 'unit/shell/relaunch.test.ts'
const FLOOD_TEST = 'integration/pairing/flood.test.ts'
const CUSTOMERS_PAGE = 'customers/page-server.ts'
const CUSTOMERS_TEST = 'integration/customers/page-server.test.ts'
const LINK_ATTACKS_TEST = 'integration/pairing/link-attacks.test.ts'
const RECEIVER_TEST = 'integration/webhook/receiver.test.ts'

export const PROTECTIONS: readonly Protection[] = [
  row(
    'bridge',
    'preload.ts',
    "exposeInMainWorld('comanda', bridge)",
    "exposeInMainWorld('comanda', { ...bridge, ipcRenderer })",
    'unit/ipc/preload.test.ts',
  ),
  row('content-security-policy', HEADERS, "'Content-Security-Policy': CONTENT_SECURITY_POLICY,", '', PROTOCOL_TEST),
  row('content-security-policy', HEADERS, '"trusted-types \'none\'",', '', PROTOCOL_TEST),
  row('context-isolation', WINDOW, 'contextIsolation: true', 'contextIsolation: false', WINDOW_TEST),
  row('context-isolation', PLAIN, 'contextIsolation: true', 'contextIsolation: false', PAPER_TEST),
  row('customers-link', CUSTOMERS_PAGE, 'if (!isSame(given, token)) return undefined', '', CUSTOMERS_TEST),
  row('customers-link', CUSTOMERS_PAGE, "request.method !== 'GET'", 'false', CUSTOMERS_TEST),
  row('customers-link', CUSTOMERS_PAGE, ' || !guesses.isOpen(address)', '', CUSTOMERS_TEST),
  row(
    'dangerous-switches',
    'shell/dangerous-switches.ts',
    '/^remote-debugging/,',
    '',
    'unit/shell/dangerous-switches.test.ts',
  ),
  row('device-permissions', 'shell/permissions.ts', 'session.setDevicePermissionHandler(() => false)', '', GUARDS_TEST),
  row('devtools', WINDOW, 'devTools: !isPackaged', 'devTools: true', WINDOW_TEST),
  row(
    'devtools',
    'shell/mac-menu.ts',
    "{ role: 'minimize' }",
    "{ role: 'toggleDevTools' }",
    'unit/shell/mac-menu.test.ts',
  ),
  row(
    'diagnostics',
    'diagnostics/report.ts',
    'settings: withoutTexts(board.settings)',
    'settings: board.settings',
    'unit/diagnostics/export.test.ts',
  ),
  row(
    'diagnostics',
    'diagnostics/export.ts',
    'withoutSecrets(text, await knownConnection(parts.connection))',
    'text',
    'unit/diagnostics/export.test.ts',
  ),
  row('downloads', 'shell/permissions.ts', 'event.preventDefault()', '', GUARDS_TEST),
  row('experimental-features', WINDOW, 'experimentalFeatures: false', 'experimentalFeatures: true', WINDOW_TEST),
  row(
    'external-links',
    'shell/external-door.ts',
    "url?.protocol !== 'https:' || !allowed.includes(url.href)",
    'url === null',
    GUARDS_TEST,
  ),
  row('first-pin', 'lock/lock.ts', 'if (isSetupUnderWay()) return ok(null)', 'return ok(null)', LOCK_TEST),
  row('first-pin', 'lock/lock.ts', '!isSameSecret(secret, kept.value.clientSecret)', 'false', LOCK_TEST),
  row('first-pin', 'lock/lock.ts', 'const attempts = countAttempt(record())', 'const attempts = 0', LOCK_TEST),
  row(
    'first-pin',
    'station/station.ts',
    "isFinished && (patch.setupStep ?? 'done') !== 'done'",
    'false',
    'unit/station/station.test.ts',
  ),
  row('frame-navigation', 'shell/navigation.ts', 'details.isMainFrame && isAppUrl', 'isAppUrl', GUARDS_TEST),
  row(
    'insecure-content',
    WINDOW,
    'allowRunningInsecureContent: false',
    'allowRunningInsecureContent: true',
    WINDOW_TEST,
  ),
  row(
    'ipc-sender',
    'ipc/trusted-sender.ts',
    'rules.isAppWindow(sender.id) && rules.isAppUrl(senderFrame.url)',
    'true',
    'unit/ipc/calls.test.ts',
  ),
  row('log-redaction', 'logging/log-line.ts', '...redact(fields)', '...fields', 'unit/logging/log-line.test.ts'),
  row('navigation', 'shell/navigation.ts', 'if (isAppUrl(details.url)) return', 'return', GUARDS_TEST),
  row('new-windows', 'shell/navigation.ts', "action: 'deny'", "action: 'allow'", GUARDS_TEST),
  row('no-content-sniffing', HEADERS, "'X-Content-Type-Options': 'nosniff',", '', PROTOCOL_TEST),
  row('no-referrer', HEADERS, "'Referrer-Policy': 'no-referrer',", '', PROTOCOL_TEST),
  row('node-integration', WINDOW, 'nodeIntegration: false', 'nodeIntegration: true', WINDOW_TEST),
  row('node-integration', PLAIN, 'nodeIntegration: false', 'nodeIntegration: true', PAPER_TEST),
  row('order-path', 'platform/order-path.ts', 'encodeURIComponent(orderId)', 'orderId', 'unit/platform/calls.test.ts'),
  row('own-scheme', 'shell/app-protocol.ts', 'stream: true', 'stream: true, bypassCSP: true', PROTOCOL_TEST),
  row(
    'pairing-bound-to-keys',
    'pairing/code-exchange.ts',
    "['comanda pairing 1', station, screen]",
    "['comanda pairing 1']",
    'integration/pairing/pairing-attacks.test.ts',
  ),
  row(
    'pairing-bound-to-keys',
    'pairing/code-exchange.ts',
    'station, screen]',
    'station]',
    'unit/pairing/code-exchange.test.ts',
  ),
  row(
    'path-traversal',
    'shell/app-protocol.ts',
    "inside === '' || inside.startsWith('..') || isAbsolute(inside) ? undefined : file",
    'isAbsolute(inside) ? undefined : file',
    PROTOCOL_TEST,
  ),
  row('permission-checks', 'shell/permissions.ts', 'session.setPermissionCheckHandler(() => false)', '', GUARDS_TEST),
  row('permission-requests', 'shell/permissions.ts', 'answer(false)', 'answer(true)', GUARDS_TEST),
  row(
    'permission-requests',
    'shell/screen-session.ts',
    '  denyPermissions(session, log)\n',
    '',
    'unit/shell/screen-session.test.ts',
  ),
  row(
    'permission-requests',
    'shell/start.ts',
    '  denyPermissions(session.defaultSession, log)\n',
    '',
    'unit/shell/start.test.ts',
  ),
  row(
    'personal-data',
    'storage/order-minimiser.ts',
    'keepFields(body, NEEDED)',
    'body',
    'unit/storage/order-minimiser.test.ts',
  ),
  row('personal-data', 'sync/shape-of.ts', 'TOLD.has(name) && PLAIN.test(value)', 'true', 'unit/sync/shape-of.test.ts'),
  row('pin-lock', 'ipc/calls.ts', 'GUARDED.has(channel) && !admits()', 'false', 'unit/ipc/calls.test.ts'),
  row('pin-lock', 'shared/lock.ts', "  'setup:test',\n", '', 'unit/ipc/calls.test.ts'),
  row('pin-lock', 'shared/lock.ts', "  'settings:import',\n", '', 'unit/ipc/calls.test.ts'),
  row(
    'print-document',
    'shared/html.ts',
    "text.replaceAll(/[&<>\"']/g, (character) => ESCAPES[character] ?? '')",
    'text',
    'unit/printing/print-document.test.ts',
  ),
  row('safe-page', 'shell/safe-page.ts', '"script-src \'none\'",', '', 'unit/shell/safe-page.test.ts'),
  row(
    'safe-page',
    'shared/html.ts',
    "text.replaceAll(/[&<>\"']/g, (character) => ESCAPES[character] ?? '')",
    'text',
    'unit/shell/safe-document.test.ts',
  ),
  row(
    'search-answers',
    'pairing/search-responder.ts',
    'const deviceId = askingScreen(name, deviceIds())',
    "const deviceId = askingScreen(name, deviceIds()) ?? 'a stranger'",
    'integration/pairing/moved-station.test.ts',
  ),
  row(
    'station-pinned',
    'pairing/station-connector.ts',
    'link.stationKey !== joined.key',
    'link.stationKey.length !== joined.key.length',
    'integration/pairing/link.test.ts',
  ),
  row(
    'system-commands',
    'shell/system-command.ts',
    'const options = { env: cleanEnvironment(env), ',
    'const options = { env, ',
    'unit/shell/system-command.test.ts',
  ),
  row(
    'private-files',
    'storage/exclusive-lock.ts',
    'const FOLDER_MODE = 0o700',
    'const FOLDER_MODE = 0o755',
    'unit/storage/exclusive-lock.test.ts',
  ),
  row(
    'private-files',
    'logging/log-files.ts',
    'FOLDER_MODE = 0o700',
    'FOLDER_MODE = 0o755',
    'unit/logging/logger.test.ts',
  ),
  row(
    'prototype-pollution',
    'shared/json-body.ts',
    "Reflect.deleteProperty(value, '__proto__')",
    'continue',
    'unit/platform/calls.test.ts',
  ),
  row(
    'provision-file',
    'secrets/provision-file.ts',
    'Math.max(0, size - next.length)',
    '0',
    'unit/secrets/provision-file.test.ts',
  ),
  row(
    'provision-file',
    'secrets/provision.ts',
    'file.overwrite(remainder)',
    'Promise.resolve()',
    'unit/secrets/provision.test.ts',
  ),
  row(
    'redirects',
    'shell/navigation.ts',
    "    details.preventDefault()\n    refuse('redirect'",
    "    refuse('redirect'",
    GUARDS_TEST,
  ),
  row(
    'relaunch',
    'shell/relaunch.ts',
    'const env = environmentOutside(program.env, mount)',
    'const { env } = program',
    RELAUNCH_TEST,
  ),
  row(
    'relaunch',
    'shell/relaunch.ts',
    "HELPER, 'sh', appImage, ...args]",
    "HELPER.replace('\"$@\"', [appImage, ...args].join(' '))]",
    RELAUNCH_TEST,
  ),
  row(
    'relaunch',
    'shell/trial-guard.ts',
    "GUARD, 'sh', start.appImage, ...start.args]",
    "GUARD.replaceAll('\"$@\"', [start.appImage, ...start.args].join(' '))]",
    'unit/shell/trial-guard.test.ts',
  ),
  row('remote-content', WINDOW, 'spellcheck: false', 'spellcheck: true', WINDOW_TEST),
  row(
    'request-block',
    'shell/screen-session.ts',
    'cancel: !isOwn',
    'cancel: false',
    'unit/shell/screen-session.test.ts',
  ),
  row('sandbox', WINDOW, 'sandbox: true', 'sandbox: false', WINDOW_TEST),
  row('sandbox', 'shell/start.ts', '  app.enableSandbox()\n', '', 'unit/security/sources.test.ts'),
  row('scheme-methods', 'shell/app-protocol.ts', "request.method !== 'GET'", 'false', PROTOCOL_TEST),
  row(
    'screen-session',
    'shell/screen-session.ts',
    "SCREEN_PARTITION = 'screen'",
    "SCREEN_PARTITION = 'persist:screen'",
    'unit/shell/screen-session.test.ts',
  ),
  row(
    'screen-calls',
    'screens/messages.ts',
    'call: z.enum(STATION_ANSWERS)',
    'call: z.string() as never',
    'unit/screens/link.test.ts',
  ),
  row(
    'screen-session',
    PAPER,
    'plainPagePreferences(SCREEN_PARTITION)',
    "plainPagePreferences('persist:screen')",
    PAPER_TEST,
  ),
  row(
    'screen-session',
    'shell/board-cover.ts',
    'plainPagePreferences(COVER_PARTITION)',
    "plainPagePreferences('persist:cover')",
    COVER_TEST,
  ),
  row('screens-limits', 'pairing/screen-listener.ts', '!admission.admits(socket)', 'false', FLOOD_TEST),
  row('screens-limits', 'pairing/admission.ts', 'own.level < 1 || all.level < 1', 'false', FLOOD_TEST),
  row(
    'screens-pinned',
    'pairing/screen-listener.ts',
    'const device = devices.byKey(key)',
    'const device = devices.byKey(key) ?? devices.list()[0]',
    LINK_ATTACKS_TEST,
  ),
  row(
    'secret-origin',
    'setup/setup-desk.ts',
    'isSameOrigin(connection.apiUrl, address)',
    'true',
    'unit/setup/setup-desk.test.ts',
  ),
  row(
    'update-signature',
    'updates/signed-provider.ts',
    "return openSignedFeed(text ?? '', basename(url.pathname), this.#key)",
    'return text',
    'integration/updates/feed.test.ts',
  ),
  row(
    'update-signature',
    'updates/appimage-swap.ts',
    "if (hash.digest('base64') !== sha512)",
    'if (sha512 === undefined)',
    'integration/updates/install.test.ts',
  ),
  row('web-security', WINDOW, 'webSecurity: true', 'webSecurity: false', WINDOW_TEST),
  row(
    'webhook-limits',
    'webhook/receiver.ts',
    "bind === 'lan' ? EVERY_ADDRESS : LOOPBACK",
    'EVERY_ADDRESS',
    RECEIVER_TEST,
  ),
  row('webhook-limits', 'webhook/receiver.ts', '|| !gate.isOpen(address)', '', RECEIVER_TEST),
  row(
    'webhook-limits',
    'webhook/connections.ts',
    'if (own.size > caps.perAddress) endOldest(address)',
    'if (false) return',
    'unit/webhook/connections.test.ts',
  ),
  row(
    'webhook-signature',
    'webhook/signature.ts',
    'timingSafeEqual(signatureOf(secret, rawBody), claimed)',
    'true',
    'unit/webhook/signature.test.ts',
  ),
  row(
    'webrtc',
    'shell/navigation.ts',
    "contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')",
    '',
    GUARDS_TEST,
  ),
  row('webrtc', 'shell/screen-session.ts', "'<-loopback>'", "''", 'unit/shell/screen-session.test.ts'),
  row(
    'webview',
    'shell/navigation.ts',
    "    event.preventDefault()\n    refuse('webview'",
    "    refuse('webview'",
    GUARDS_TEST,
  ),
]
