import { parseArgs } from 'node:util'

export type DemoOptions = ReturnType<typeof parseDemoOptions>

export const DEMO_USAGE = `npm run demo [-- OPTIONS]
  --shot FILE       takes a picture of the board (PNG) and ends
  --after 20s       time between the first order and the picture
  --size 1920x1080  size of the picture in CSS pixels
  --locale pt-BR    language of the system: pt-BR, en or es
  --profile FOLDER  keeps the profile in this folder; without it the profile is temporary
  --host            uses the Electron host even when Electron's own binary is available`

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 }

/** Reads `20s`, `500ms`, `2m` or plain seconds. Returns milliseconds. Throws for other text. */
export function parseDuration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? []
  const factor = UNITS_MS[unit ?? 's']
  if (amount === undefined || factor === undefined) throw new Error(`Not a duration: ${text} (such as 20s or 2m)`)
  return Number(amount) * factor
}

/** Reads `1920x1080`. Returns CSS pixels. Throws for other text. */
export function parseSize(text: string): { readonly width: number; readonly height: number } {
  const [, width, height] = /^(\d{3,5})x(\d{3,5})$/.exec(text) ?? []
  if (width === undefined || height === undefined) throw new Error(`Not a size: ${text} (such as 1920x1080)`)
  return { width: Number(width), height: Number(height) }
}

/** Reads the arguments after `npm run demo --`. */
export function parseDemoOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      shot: { type: 'string' },
      after: { type: 'string', default: '20s' },
      size: { type: 'string', default: '1920x1080' },
      locale: { type: 'string' },
      profile: { type: 'string' },
      host: { type: 'boolean', default: false },
    },
  })
  return {
    /** File of the picture. Absent: the demo runs until the user ends it. */
    shot: values.shot,
    /** Milliseconds between the first order and the picture. */
    afterMs: parseDuration(values.after),
    size: parseSize(values.size),
    locale: values.locale,
    /** A profile that is kept. Absent: a temporary one. */
    profile: values.profile,
    /** Use the Electron host even when Electron's own binary is available. */
    host: values.host,
  }
}
