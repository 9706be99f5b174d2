import type Electron from 'electron'
import { guardClass, HostEmitter } from './guard.ts'
import type { SchemeUrls } from './scheme-urls.ts'

export type FrameOwner = Readonly<{
  urls: SchemeUrls
  processId: () => number
}>

type Implemented = Pick<
  Electron.WebFrameMain,
  'frameToken' | 'routingId' | 'parent' | 'name' | 'detached' | 'url' | 'origin' | 'processId' | 'isDestroyed'
>

let lastRoutingId = 0

/** One frame of a window; `mainWorld` and `preloadWorld` are the ids of its execution contexts. */
export class WebFrameMain extends HostEmitter implements Implemented {
  readonly #owner: FrameOwner
  readonly frameToken: string
  readonly routingId: number
  readonly parent: Electron.WebFrameMain | null
  readonly children = new Set<WebFrameMain>()
  name = ''
  detached = false
  chromiumUrl = 'about:blank'
  mainWorld: number | undefined
  preloadWorld: number | undefined

  constructor(owner: FrameOwner, frameToken: string, parent: WebFrameMain | null) {
    super('WebFrameMain', ['dom-ready'])
    lastRoutingId += 1
    this.#owner = owner
    this.frameToken = frameToken
    this.routingId = lastRoutingId
    this.parent = parent as unknown as Electron.WebFrameMain | null
    parent?.children.add(this)
  }

  get url(): string {
    return this.#owner.urls.toApp(this.chromiumUrl)
  }
  get origin(): string {
    return this.#owner.urls.originOf(this.url)
  }
  get processId(): number {
    return this.#owner.processId()
  }
  isDestroyed(): boolean {
    return this.detached
  }
}
guardClass('WebFrameMain', WebFrameMain)

/** The frames of one page by Chromium's frame ids. The main frame has the id of the target. */
export class FrameTree {
  readonly #owner: FrameOwner
  readonly #frames = new Map<string, WebFrameMain>()
  readonly main: WebFrameMain

  constructor(owner: FrameOwner) {
    this.#owner = owner
    this.main = new WebFrameMain(owner, 'main', null)
  }

  /** Gives the main frame the id of its target. */
  bind(targetId: string): void {
    this.#frames.set(targetId, this.main)
  }
  get(frameId: string | undefined): WebFrameMain | undefined {
    return frameId === undefined ? undefined : this.#frames.get(frameId)
  }
  attach(frameId: string, parentId: string | undefined): WebFrameMain {
    const known = this.#frames.get(frameId)
    if (known !== undefined) return known
    const frame = new WebFrameMain(this.#owner, frameId, this.get(parentId) ?? this.main)
    this.#frames.set(frameId, frame)
    return frame
  }
  detach(frameId: string): void {
    const frame = this.#frames.get(frameId)
    if (frame === undefined || frame === this.main) return
    for (const child of frame.children) this.#remove(child)
    this.#remove(frame)
    for (const other of this.#frames.values()) other.children.delete(frame)
  }
  #remove(frame: WebFrameMain): void {
    frame.detached = true
    this.#frames.delete(frame.frameToken)
  }
  byWorld(contextId: number): WebFrameMain | undefined {
    return [...this.#frames.values()].find((frame) => frame.preloadWorld === contextId)
  }
  all(): readonly WebFrameMain[] {
    return [...this.#frames.values()]
  }
  /** Called when all documents of the page are gone. The next document creates new worlds. */
  clearWorlds(): void {
    for (const frame of this.#frames.values()) {
      frame.mainWorld = undefined
      frame.preloadWorld = undefined
    }
  }
}
