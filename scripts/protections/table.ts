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
const PAPER = 'shell/print-window.ts'
const WINDOW_TEST = 'unit/shell/main-window.test.ts'
const PAPER_TEST = 'unit/shell/print-window.test.ts'
const GUARDS_TEST = 'unit/shell/guards.test.ts'
const HEADERS = 'shell/response-headers.ts'
const PROTOCOL_TEST = 'unit/shell/app-protocol.test.ts'
const LOCK_TEST = 'unit/lock/lock.test.ts'
const RELAUNCH_TEST = 'unit/shell/relaunch.test.ts'
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
  row('context-isolation', PAPER, 'contextIsolation: true', 'contextIsolation: false', PAPER_TEST),
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
    'withoutSecrets(text, await soon(parts.connection))',
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
  row('node-integration', PAPER, 'nodeIntegration: false', 'nodeIntegration: true', PAPER_TEST),
  row('order-path', 'platform/order-path.ts', 'encodeURIComponent(orderId)', 'orderId', 'unit/platform/calls.test.ts'),
  row('own-scheme', 'shell/app-protocol.ts', 'stream: true', 'stream: true, bypassCSP: true', PROTOCOL_TEST),
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
    'printing/ticket-html.ts',
    "text.replaceAll(/[&<>\"']/g, (character) => ESCAPES[character] ?? '')",
    'text',
    'unit/printing/print-document.test.ts',
  ),
  row('safe-page', 'shell/safe-page.ts', '"script-src \'none\'",', '', 'unit/shell/safe-page.test.ts'),
  row(
    'safe-page',
    'printing/ticket-html.ts',
    "text.replaceAll(/[&<>\"']/g, (character) => ESCAPES[character] ?? '')",
    'text',
    'unit/shell/safe-document.test.ts',
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
  row('screen-session', PAPER, 'partition: SCREEN_PARTITION,', '', PAPER_TEST),
  row(
    'secret-origin',
    'setup/setup-desk.ts',
    'isSameOrigin(connection.apiUrl, address)',
    'true',
    'unit/setup/setup-desk.test.ts',
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
