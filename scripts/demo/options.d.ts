export type DemoOptions = {
  /** Where the picture goes; absent: the demo runs until it is ended. */
  readonly shot: string | undefined
  /** Milliseconds between the first board and the picture. */
  readonly afterMs: number
  readonly size: {
    readonly width: number
    readonly height: number
  }
  readonly locale: string | undefined
  /** A profile to keep; absent: a temporary one. */
  readonly profile: string | undefined
  /** Take the Electron host even where Electron's own binary is at hand. */
  readonly host: boolean
}
/** `20s`, `500ms`, `2m` or plain seconds, in milliseconds. */
export declare function parseDuration(text: string): number
/** `1920x1080` in CSS pixels. */
export declare function parseSize(text: string): DemoOptions['size']
/** Reads what follows `npm run demo --`. */
export declare function parseDemoOptions(args: readonly string[]): DemoOptions
