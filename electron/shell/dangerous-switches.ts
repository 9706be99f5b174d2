import type { App, Dialog } from 'electron'
import type { Locale } from '../../shared/contract/settings.ts'
import { LOCALES } from '../../shared/contract/values.ts'

/**
 * Switches of Chromium and Node that open the program to attacks: they attach a debugger, record secrets, weaken the
 * sandbox or the check of certificates, redirect host names, or start another program in place of a process.
 */
const DANGEROUS: readonly RegExp[] = [
  /^remote-debugging/,
  /^remote-allow-origins$/,
  /^inspect/,
  /^js-flags$/,
  /^ignore-certificate-errors/,
  /^allow-insecure-localhost$/,
  /^allow-running-insecure-content$/,
  /^unsafely-treat-insecure-origin-as-secure$/,
  /^(host|host-resolver)-rules$/,
  /^no-(zygote-)?sandbox$/,
  /^disable-[a-z-]*sandbox$/,
  /^(allow|enable)-[a-z-]*sandbox-debugging$/,
  /^single-process$/,
  /^in-process-gpu$/,
  /^disable-web-security$/,
  /^disable-site-isolation/,
  /^allow-file-access-from-files$/,
  /^allow-universal-access-from-files$/,
  /^load-extension$/,
  /^enable-blink-features$/,
  /^disable-blink-features$/,
  /^enable-experimental-web-platform-features$/,
  /^enable-automation$/,
  /^test-type$/,
  /^ssl-key-log-file$/,
  /^(log-net-log|net-log-capture-mode)$/,
  /^auth-(server|negotiate-delegate)-(allow|white)list$/,
  /-cmd-prefix$/,
  /-launcher$/,
  /^browser-subprocess-path$/,
  /^require$/,
]

/** Chromium takes `-name` as `--name`, and on Windows `/name` too, without regard to case. */
function nameOf(argument: string, platform: NodeJS.Platform): string | undefined {
  const prefix = platform === 'win32' ? /^(--?|\/)/ : /^--?/
  if (!prefix.test(argument)) return undefined
  const name = argument.replace(prefix, '').split('=')[0] ?? ''
  return platform === 'win32' ? name.toLowerCase() : name
}

/**
 * The names of the switches with which an installed program does not start.
 * SECURITY: dangerous-switches (docs/security.md). `argv` without the executable. All arguments count, also after `--`.
 */
export function dangerousSwitches(argv: readonly string[], platform: NodeJS.Platform): readonly string[] {
  const names = argv.flatMap((argument) => nameOf(argument, platform) ?? [])
  return [...new Set(names.filter((name) => DANGEROUS.some((pattern) => pattern.test(name))))]
}

/** Whether the start script of an AppImage may have added all of these switches. */
const isFromStartScript = (names: readonly string[]): boolean => names.every((name) => name === 'no-sandbox')

/**
 * Message of a refused start, in every language: the settings are not loaded yet.
 * @param isAppImage whether it runs from an AppImage, whose start script adds `--no-sandbox` by itself where the system
 * lets no program without a profile have a sandbox (app-builder-lib, appImageUtil.ts)
 */
export function refusalText(names: readonly string[], isAppImage: boolean): string {
  const list = names.map((name) => `--${name}`).join(', ')
  const words = LOCALES.map((locale) => REFUSAL_WORDS[locale])
  const text = `${list}\n\nComanda ${words.map(({ refused }) => refused).join(' · ')}`
  if (!isAppImage || !names.includes('no-sandbox')) return text
  return `${text}\n\n${words.map(({ noSandboxForAppImages }) => noSandboxForAppImages).join('\n\n')}`
}

/** Without the files of texts, which a refused start does not read. */
const REFUSAL_WORDS: Readonly<Record<Locale, { readonly refused: string; readonly noSandboxForAppImages: string }>> = {
  'pt-BR': {
    refused: 'não inicia assim.',
    noSandboxForAppImages:
      'Este sistema não permite a um AppImage a sua proteção (sandbox). Instale o Comanda pelo pacote .deb.',
  },
  en: {
    refused: 'does not start like this.',
    noSandboxForAppImages:
      'This system does not allow an AppImage its protection (sandbox). Install Comanda from the .deb package.',
  },
  es: {
    refused: 'no inicia así.',
    noSandboxForAppImages:
      'Este sistema no permite a un AppImage su protección (sandbox). Instale Comanda con el paquete .deb.',
  },
}

/**
 * Refuses a start of an installed program with a dangerous switch: shows a message and ends it before it reads or
 * writes anything. True: the start was refused. A program under development starts with any switch.
 */
export function refuseDangerousSwitches(parts: {
  readonly app: Pick<App, 'isPackaged' | 'whenReady' | 'exit'>
  readonly dialog: Pick<Dialog, 'showErrorBox'>
  readonly process: Pick<NodeJS.Process, 'argv' | 'platform' | 'env'>
}): boolean {
  const { app, dialog, process } = parts
  const { argv, platform, env } = process
  const refused = app.isPackaged ? dangerousSwitches(argv.slice(1), platform) : []
  if (refused.length === 0) return false
  const isAppImage = env.APPIMAGE !== undefined
  const end = (): void => {
    dialog.showErrorBox('Comanda', refusalText(refused, isAppImage))
    app.exit(1)
  }
  // Before the app is ready Electron writes the message only to the terminal on Linux, and a person who opens an
  // AppImage has none. Its start script adds this switch; no other one, and no page, runs until then.
  if (platform === 'linux' && isAppImage && isFromStartScript(refused)) {
    void app.whenReady().then(end)
  } else end()
  return true
}
