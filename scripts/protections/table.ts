/** One protection, how to remove it, and the test that must then fail. */
export type Protection = {
  /** The name of the `SECURITY:` note, or of the kind in `reliability.ts`. */
  readonly note: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** Below `test/`. */
  readonly test: string
  /** A part of the titles of its tests; absent: all of the file. */
  readonly only?: string | undefined
}

/** Without a replacement the found code is only removed. */
type Removal = readonly [note: string, find: string, replace?: string]

const removals = (file: string, test: string, ...rows: readonly Removal[]): readonly Protection[] =>
  rows.map(([note, find, replace = '']) => ({
    note,
    file: file.startsWith('shared/') ? file : `electron/${file}`,
    find,
    replace,
    test,
  }))

/** Those of docs/security.md. */
export const PROTECTIONS: readonly Protection[] = [
  ...removals('core/admission.ts', 'unit/ipc/calls.test.ts', [
    'pin-lock',
    'isGuarded === true && !isUnlocked()',
    'false',
  ]),
  ...removals('core/core.ts', 'unit/core/core.test.ts', [
    'first-pin',
    "isFinished && (patch.setupStep ?? 'done') !== 'done'",
    'false',
  ]),
  ...removals(
    'customers/page-server.ts',
    'integration/customers/page-server.test.ts',
    ['customers-link', 'if (!isSameSecret(given, token)) return undefined'],
    ['customers-link', "request.method !== 'GET'", 'false'],
    ['customers-link', ' || !guesses.isOpen(address)'],
  ),
  ...removals(
    'diagnostics/export.ts',
    'unit/diagnostics/export.test.ts',
    ['diagnostics', 'known.reduce(withoutSecrets, text)', 'text'],
    ['diagnostics', 'settings: withoutTexts(board.settings)', 'settings: board.settings'],
  ),
  ...removals('ipc/calls.ts', 'unit/ipc/calls.test.ts', [
    'ipc-sender',
    'rules.isAppWindow(sender.id) && rules.isAppUrl(senderFrame.url)',
    'true',
  ]),
  ...removals('listening/limited-server.ts', 'unit/listening/connections.test.ts', [
    'webhook-limits',
    'if (sockets.size > caps.perAddress) endOldest(address)',
    'if (false) return',
  ]),
  ...removals(
    'lock/pin-lock.ts',
    'unit/lock/lock.test.ts',
    ['first-pin', 'if (isSetupUnderWay()) return ok(null)', 'return ok(null)'],
    ['first-pin', '!isSameSecret(secret, kept.value.clientSecret)', 'false'],
    ['first-pin', 'const attempts = countAttempt(record())', 'const attempts = 0'],
  ),
  ...removals('logging/logger.ts', 'unit/logging/logger.test.ts', [
    'private-files',
    'FOLDER_MODE = 0o700',
    'FOLDER_MODE = 0o755',
  ]),
  ...removals('logging/redaction.ts', 'unit/logging/log-line.test.ts', [
    'log-redaction',
    '...redact(fields)',
    '...fields',
  ]),
  ...removals('platform/path-segment.ts', 'unit/platform/calls.test.ts', [
    'order-path',
    'encodeURIComponent(id)',
    'id',
  ]),
  ...removals('preload.ts', 'unit/ipc/preload.test.ts', [
    'bridge',
    "exposeInMainWorld('comanda', bridge)",
    "exposeInMainWorld('comanda', { ...bridge, ipcRenderer })",
  ]),
  ...removals('screens/link/link-messages.ts', 'unit/screens/link.test.ts', [
    'screen-calls',
    'call: z.enum(SCREEN_CALLS)',
    'call: z.string() as never',
  ]),
  ...removals('screens/pairing/screen-listener.ts', 'integration/pairing/flood.all.test.ts', [
    'screens-limits',
    "!ofAddress.isOpen(address) || !ofAll.isOpen('')",
    'false',
  ]),
  ...removals('screens/pairing/code-exchange.ts', 'integration/pairing/pairing-attacks.test.ts', [
    'pairing-bound-to-keys',
    "['comanda pairing 1', main, screen]",
    "['comanda pairing 1']",
  ]),
  ...removals('screens/pairing/code-exchange.ts', 'unit/screens/code-exchange.test.ts', [
    'pairing-bound-to-keys',
    'main, screen]',
    'main]',
  ]),
  ...removals(
    'screens/pairing/discovery.ts',
    'unit/screens/discovery.test.ts',
    ['discovery-bounds', 'return count <= most', 'return true'],
    ['discovery-bounds', ' || text.length > MAX_CHARACTERS'],
  ),
  ...removals('screens/pairing/main-computer.ts', 'integration/pairing/link.test.ts', [
    'main-computer-pinned',
    'link.mainKey !== joined.key',
    'link.mainKey.length !== joined.key.length',
  ]),
  ...removals('screens/pairing/screen-listener.ts', 'integration/pairing/flood.all.test.ts', [
    'screens-limits',
    '!admission.admits(socket)',
    'false',
  ]),
  ...removals('screens/pairing/screen-listener.ts', 'integration/pairing/link-attacks.test.ts', [
    'screens-pinned',
    'const device = devices.byKey(key)',
    'const device = devices.byKey(key) ?? devices.list()[0]',
  ]),
  ...removals('screens/moving/ledger-transfer.ts', 'integration/screens/ledger-transfer.test.ts', [
    'ledger-for-successor',
    'key === undefined || handed.to !== key',
    'false',
  ]),
  ...removals('screens/promotion.ts', 'integration/screens/ledger-transfer.test.ts', [
    'broken-promotion',
    'if (!isDone) dropPrepared(profile)',
  ]),
  ...removals('screens/promotion.ts', 'integration/screens/promotion-of-several.test.ts', [
    'earlier-credentials',
    'if (!(await eraseCredentials(profile, secrets)))',
    'if (!profile)',
  ]),
  ...removals('screens/promotion.ts', 'integration/screens/role.test.ts', [
    'broken-promotion',
    'if (role.isKnown()) dropPrepared(profile)',
  ]),
  ...removals(
    'secrets/provision.ts',
    'unit/secrets/provision.test.ts',
    ['provision-file', 'Math.max(0, size - next.length)', '0'],
    ['provision-file', 'file.overwrite(remainder)', 'Promise.resolve()'],
  ),
  ...removals('setup/setup-service.ts', 'unit/setup/setup-service.test.ts', [
    'secret-origin',
    'isSameOrigin(connection.apiUrl, apiUrl)',
    'true',
  ]),
  ...removals(
    'shared/contract/calls.ts',
    'unit/ipc/calls.test.ts',
    [
      'pin-lock',
      "'setup:test': { atScreen: 'unavailable', isGuarded: true }",
      "'setup:test': { atScreen: 'unavailable' }",
    ],
    [
      'pin-lock',
      "'settings:import': { atScreen: 'unavailable', needs: 'storage', isGuarded: true }",
      "'settings:import': { atScreen: 'unavailable', needs: 'storage' }",
    ],
  ),
  ...removals('shared/json-body.ts', 'unit/platform/calls.test.ts', [
    'prototype-pollution',
    "Reflect.deleteProperty(value, '__proto__')",
    'continue',
  ]),
  ...removals('shared/order/delivery.ts', 'unit/shared/delivery.test.ts', [
    'webhook-replay',
    '!isOutdated(event, now - DELIVERY_MAX_AGE_MS)',
    'true',
  ]),
  ...removals('shared/text/html.ts', 'unit/printing/print-document.test.ts', [
    'print-document',
    "text.replaceAll(/[&<>\"']/g, (character) => ESCAPES[character] ?? '')",
    'text',
  ]),
  ...removals('shared/text/html.ts', 'unit/shell/safe-document.test.ts', [
    'safe-page',
    "text.replaceAll(/[&<>\"']/g, (character) => ESCAPES[character] ?? '')",
    'text',
  ]),
  ...removals(
    'shell/app-protocol.ts',
    'unit/shell/app-protocol.test.ts',
    ['content-security-policy', "'Content-Security-Policy': CONTENT_SECURITY_POLICY,"],
    ['content-security-policy', '"trusted-types \'none\'",'],
    ['no-content-sniffing', "'X-Content-Type-Options': 'nosniff',"],
    ['no-referrer', "'Referrer-Policy': 'no-referrer',"],
    ['own-scheme', 'stream: true', 'stream: true, bypassCSP: true'],
    [
      'path-traversal',
      "inside === '' || inside.startsWith('..') || isAbsolute(inside) ? undefined : file",
      'isAbsolute(inside) ? undefined : file',
    ],
    ['scheme-methods', "request.method !== 'GET'", 'false'],
  ),
  ...removals('shell/dangerous-switches.ts', 'unit/shell/dangerous-switches.test.ts', [
    'dangerous-switches',
    '/^remote-debugging/,',
  ]),
  ...removals(
    'shell/guards.ts',
    'unit/shell/guards.test.ts',
    ['device-permissions', 'session.setDevicePermissionHandler(() => false)'],
    ['downloads', "log.warn('download-refused')\n    event.preventDefault()", "log.warn('download-refused')"],
    ['external-links', "url?.protocol !== 'https:' || !allowed.includes(url.href)", 'url === null'],
    ['frame-navigation', 'details.isMainFrame && isAppUrl', 'isAppUrl'],
    ['navigation', 'if (isAppUrl(details.url)) return', 'return'],
    ['new-windows', "action: 'deny'", "action: 'allow'"],
    ['permission-checks', 'session.setPermissionCheckHandler(() => false)'],
    ['permission-requests', 'answer(false)', 'answer(true)'],
    ['permission-requests', '  denyPermissions(session, log)\n'],
    ['redirects', "    details.preventDefault()\n    refuse('redirect'", "    refuse('redirect'"],
    ['request-block', 'cancel: !isOwn', 'cancel: false'],
    ['screen-session', "SCREEN_PARTITION = 'screen'", "SCREEN_PARTITION = 'persist:screen'"],
    ['webrtc', "contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')"],
    ['webrtc', "'<-loopback>'", "''"],
    ['webview', "    event.preventDefault()\n    refuse('webview'", "    refuse('webview'"],
  ),
  ...removals('shell/guards.ts', 'unit/shell/start.test.ts', [
    'client-certificates',
    "event.preventDefault()\n    log.warn('client",
    "log.warn('client",
  ]),
  ...removals(
    'shell/main-window.ts',
    'unit/shell/main-window.test.ts',
    ['context-isolation', 'contextIsolation: true', 'contextIsolation: false'],
    ['devtools', 'devTools: !isPackaged', 'devTools: true'],
    ['devtools', "{ role: 'minimize' }", "{ role: 'toggleDevTools' }"],
    ['experimental-features', 'experimentalFeatures: false', 'experimentalFeatures: true'],
    ['insecure-content', 'allowRunningInsecureContent: false', 'allowRunningInsecureContent: true'],
    ['node-integration', 'nodeIntegration: false', 'nodeIntegration: true'],
    ['remote-content', 'spellcheck: false', 'spellcheck: true'],
    ['sandbox', 'sandbox: true', 'sandbox: false'],
    ['web-security', 'webSecurity: true', 'webSecurity: false'],
  ),
  ...removals(
    'shell/main-window.ts',
    'unit/shell/print-window.test.ts',
    ['context-isolation', 'contextIsolation: true', 'contextIsolation: false'],
    ['node-integration', 'nodeIntegration: false', 'nodeIntegration: true'],
    ['screen-session', 'partition: SCREEN_PARTITION', "partition: 'persist:screen'"],
  ),
  ...removals(
    'shell/platform-fetch.ts',
    'unit/shell/platform-fetch.test.ts',
    ['unused-connections', 'session.closeAllConnections(), ', 'Promise.resolve(), '],
    ['unused-connections', "request.method === 'GET'", 'true'],
  ),
  ...removals(
    'shell/linux/app-image.ts',
    'unit/shell/relaunch.test.ts',
    ['relaunch', 'const env = environmentOutside(program.env, mount)', 'const { env } = program'],
    ['relaunch', "HELPER, 'sh', appImage, ...args]", "HELPER.replace('\"$@\"', [appImage, ...args].join(' '))]"],
  ),
  ...removals('shell/safe-page.ts', 'unit/shell/safe-page.test.ts', ['safe-page', '"script-src \'none\'",']),
  ...removals('shell/start.ts', 'unit/security/sources.test.ts', ['sandbox', '  app.enableSandbox()\n']),
  ...removals(
    'shell/start.ts',
    'unit/shell/start.test.ts',
    ['key-log', "Reflect.deleteProperty(env, 'SSLKEYLOGFILE')"],
    ['permission-requests', '  denyPermissions(session.defaultSession, log)\n'],
    ['unused-connections', "app.commandLine.appendSwitch('disable-quic')"],
  ),
  ...removals('shell/system-commands.ts', 'unit/shell/system-commands.test.ts', [
    'system-commands',
    'const options = { env: cleanEnvironment(env), ',
    'const options = { env, ',
  ]),
  ...removals('storage/carry-ledger.ts', 'integration/screens/ledger-transfer.test.ts', [
    'hand-over-bound',
    'handedOverTo !== undefined && handedOverTo !== receiver',
    'false',
  ]),
  ...removals('storage/exclusive-lock.ts', 'unit/storage/exclusive-lock.test.ts', [
    'private-files',
    'const FOLDER_MODE = 0o700',
    'const FOLDER_MODE = 0o755',
  ]),
  ...removals('storage/stored-body.ts', 'unit/storage/order-stripping.test.ts', [
    'personal-data',
    'isPlainRecord(cut) ? readOrder(cut) : null',
    'body',
  ]),
  ...removals('storage/repair/backup.ts', 'integration/storage/retention.test.ts', [
    'personal-data',
    'return hasOverdue ? backupLedger(ledgerPath, now) : renewed',
    'return renewed',
  ]),
  ...removals('sync/receive-page.ts', 'unit/sync/page-content.test.ts', [
    'personal-data',
    'DISCLOSED_FIELDS.has(name) && PLAIN.test(value)',
    'true',
  ]),
  ...removals('updates/downloaded-file.ts', 'integration/updates/install.test.ts', [
    'update-signature',
    'if (!isUnchanged({ file: copy, sha512 }))',
    'if (sha512 === undefined)',
  ]),
  ...removals(
    'updates/feed-updater.ts',
    'integration/updates/feed.test.ts',
    ['update-signature', "return openSignedFeed(text ?? '', basename(url.pathname), this.#key)", 'return text'],
    ['update-signature', ' || !isUnchanged(ready)'],
  ),
  ...removals('upkeep/upkeep.ts', 'unit/upkeep/upkeep.test.ts', [
    'personal-data',
    '    await purge()\n    const renewed',
    '    const renewed',
  ]),
  ...removals('listening/signature.ts', 'unit/webhook/signature.test.ts', [
    'webhook-signature',
    'timingSafeEqual(signatureOf(secret, text), claimed)',
    'true',
  ]),
  ...removals(
    'webhook/webhook-service.ts',
    'integration/webhook/receiver.test.ts',
    ['webhook-limits', "bind === 'lan' ? EVERY_ADDRESS : LOOPBACK", 'EVERY_ADDRESS'],
    ['webhook-limits', '|| !gate.isOpen(address)'],
  ),
]
