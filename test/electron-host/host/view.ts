import type Electron from 'electron'
import { guardClass, HostEmitter } from './guard.ts'
import type { WindowLooks } from './window-looks.ts'

const NOWHERE: Electron.Rectangle = { x: 0, y: 0, width: 0, height: 0 }

type ViewSurface = Pick<Electron.View, 'setBounds' | 'getBounds' | 'setVisible' | 'getVisible' | 'setBackgroundColor'>

/** A rectangle of a window with children above it, the last one on top. */
export class View extends HostEmitter implements ViewSurface {
  #children: View[] = []
  #bounds = NOWHERE
  #isVisible = true
  #window: WindowLooks | undefined

  constructor() {
    super('View', ['bounds-changed'])
  }

  get children(): View[] {
    return [...this.#children]
  }
  addChildView(view: View, index = this.#children.length): void {
    if (view === this) throw new TypeError('A view cannot be added as its own child')
    const others = this.#children.filter((child) => child !== view)
    this.#children = others.toSpliced(Math.min(index, others.length), 0, view)
    view.attach(this.#window)
  }
  removeChildView(view: View): void {
    if (!this.#children.includes(view)) return
    this.#children = this.#children.filter((child) => child !== view)
    view.attach(undefined)
  }
  setBounds(bounds: Electron.Rectangle): void {
    this.#bounds = { ...bounds }
    this.changed()
    this.emit('bounds-changed')
  }
  getBounds(): Electron.Rectangle {
    return { ...this.#bounds }
  }
  setVisible(visible: boolean): void {
    this.#isVisible = visible
  }
  getVisible(): boolean {
    return this.#isVisible
  }
  setBackgroundColor(): void {}

  /** @internal The window in which it is, for its children as well. */
  attach(window: WindowLooks | undefined): void {
    this.#window = window
    this.changed()
    for (const child of this.#children) child.attach(window)
  }
  /** @internal */
  get window(): WindowLooks | undefined {
    return this.#window
  }
  /** Called when the bounds or the window have changed. */
  protected changed(): void {}
}
guardClass('View', View)
