import type Electron from 'electron'
import { guardClass, HostEmitter } from './guard.ts'
import type { WebContents } from './web-contents.ts'

type Source = Electron.NativeTheme['themeSource']

/** nativeTheme: the system is light unless ELECTRON_HOST_DARK=1. Pages get the theme as `prefers-color-scheme`. */
export class NativeTheme extends HostEmitter {
  #source: Source = 'system'
  readonly #contents: () => Iterable<WebContents>

  constructor(contents: () => Iterable<WebContents>) {
    super('nativeTheme', ['updated'])
    this.#contents = contents
  }
  get themeSource(): Source {
    return this.#source
  }
  set themeSource(source: Source) {
    if (!['system', 'light', 'dark'].includes(source)) throw new TypeError(`Error processing argument: ${source}`)
    if (source === this.#source) return
    this.#source = source
    for (const contents of this.#contents()) this.applyTo(contents)
    setImmediate(() => this.emit('updated'))
  }
  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? process.env.ELECTRON_HOST_DARK === '1' : this.#source === 'dark'
  }
  /** @internal */
  applyTo(contents: WebContents): void {
    const value = this.shouldUseDarkColors ? 'dark' : 'light'
    const features = [{ name: 'prefers-color-scheme', value }]
    contents.page
      .then(({ session }) => session.sendIgnoringErrors('Emulation.setEmulatedMedia', { features }))
      .catch(() => {})
  }
}
guardClass('nativeTheme', NativeTheme)
