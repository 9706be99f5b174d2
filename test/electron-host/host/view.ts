import type Electron from 'electron'
import { guardClass, HostEmitter } from './guard.ts'
import type { WindowAppearance } from './window-appearance.ts'

const NO_BOUNDS: Electron.Rectangle = { x: 0, y: 0, width: 0, height: 0 }

type ViewSurface = Pick<Electron.View, 'setBounds' | 'getBounds' | 'setVisible' | 'getVisible' | 'setBackgroundColor'>

/** A rectangle in a window. Its children are above it; the last child is on top. */
export class View extends HostEmitter implements ViewSurface {
  #children: View[] = []
  #bounds = NO_BOUNDS
  #isVisible = true
  #window: WindowAppearance | undefined

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

  /** @internal Sets the window of this view and of its children. */
  attach(window: WindowAppearance | undefined): void {
    this.#window = window
    this.changed()
    for (const child of this.#children) child.attach(window)
  }
  /** @internal */
  get window(): WindowAppearance | undefined {
    return this.#window
  }
  /** Called after a change of the bounds or of the window. */
  protected changed(): void {}
}
guardClass('View', View)
