import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { CdpConnection } from './cdp.ts'
import type { HostCommandLine } from './command-line.ts'
import { screen } from './displays.ts'

const BROWSER_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The system's Chromium: `CHROMIUM_PATH`, /usr/bin/chromium, or the first known name on PATH. */
export const findChromium = (): string => {
  const given = process.env.CHROMIUM_PATH
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const candidates = [
    ...(given ? [given] : []),
    ...BROWSER_NAMES.flatMap((name) => folders.map((dir) => join(dir, name))),
  ]
  const found = candidates.find(isExecutable)
  if (found === undefined)
    throw new Error(
      `electron-host: no Chromium found: looked for ${BROWSER_NAMES.join(', ')} on PATH and CHROMIUM_PATH`,
    )
  return found
}

// Turns off the browser's own network traffic, prompts and throttling.
const SWITCHES = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--disable-background-networking',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-prompt-on-repost',
  '--disable-quic',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-back-forward-cache',
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,OptimizationHints,Translate,PaintHolding,NetworkTimeServiceQuerying,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
  // window.open returns null. The host receives the event anyway and opens the window if the app allows it.
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--allow-pre-commit-input',
  '--autoplay-policy=no-user-gesture-required',
  '--force-color-profile=srgb',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
]

/** The V8 flags of `CHROMIUM_JS_FLAGS`. */
const jsFlagsSwitch = (): readonly string[] => {
  const flags = process.env.CHROMIUM_JS_FLAGS
  return flags ? [`--js-flags=${flags}`] : []
}

const switchesFor = (commandLine: HostCommandLine, profile: string): readonly string[] => {
  const port = commandLine.switches.get('remote-debugging-port')
  const root = process.getuid?.() === 0 || commandLine.switches.has('no-sandbox')
  return [
    ...SWITCHES,
    ...(commandLine.show
      ? ['--force-device-scale-factor=1']
      : ['--headless=new', '--disable-gpu', '--hide-scrollbars', `--screen-info=${screen.screenInfo()}`]),
    ...(root ? ['--no-sandbox', '--test-type'] : []),
    `--user-data-dir=${profile}`,
    '--remote-debugging-pipe',
    ...jsFlagsSwitch(),
    ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
    ...(commandLine.switches.has('lang') ? [`--lang=${commandLine.switches.get('lang')}`] : []),
  ]
}

// Outlives the host, even after SIGKILL: when its standard input closes, it kills the browser's process group and removes
// the profile, once more after the group has ended. In some containers a group never ends: ten seconds at most.
const WATCHDOG = `
profile=$1; shift
setsid "$@" </dev/null >/dev/null &
browser=$!
exec 2>/dev/null 3<&- 4>&-
read -r _
kill -9 "$browser"; kill -9 "-$browser"
wait "$browser"
for i in $(seq 100); do kill -0 "-$browser" || break; rm -rf -- "$profile"; sleep 0.1; done
rm -rf -- "$profile"`

/** Starts Chromium with its own profile. Chromium ends when this process ends. */
export const startChromium = (commandLine: HostCommandLine): CdpConnection => {
  const executable = findChromium()
  const profile = join(tmpdir(), `electron-host-profile-${randomUUID()}`)
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...env } = process.env
  const command = [profile, executable, ...switchesFor(commandLine, profile)]
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'electron-host-watchdog', ...command], {
    detached: true,
    env: { ...env, LANGUAGE: commandLine.switches.get('lang') ?? env.LANGUAGE },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, , stderr, writer, reader] = watchdog.stdio as unknown as [Writable, null, Readable, Writable, Readable]
  const verbose = Boolean(process.env.ELECTRON_ENABLE_LOGGING)
  createInterface({ input: stderr }).on('line', (line) => {
    if (verbose || line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`)
  })
  return new CdpConnection(writer, reader)
}
