export type Program = {
  readonly kind: 'electron' | 'host'
  readonly executable: string
  /** What comes before the app's own arguments. */
  readonly switches: readonly string[]
  readonly headless: boolean
  /** Said to whoever started the demo. */
  readonly words: string
}
/** Whether windows can be shown: always on macOS and Windows, elsewhere where a display server runs. */
export declare function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean
/**
 * The program that runs the app: Electron where its binary is at hand and a display too, else the Electron host with the
 * system's Chromium, which needs neither.
 */
export declare function chooseProgram(
  root: string,
  wanted: {
    host: boolean
    headless: boolean
  },
): Promise<Program>
