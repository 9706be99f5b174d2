import type { ComandaStore } from '../store/comanda-store.ts'
import type { ComandaState } from '../store/state.ts'

/** A page is closed when it was not touched for so long while orders are open. */
export const LEFT_OPEN_MS = 60_000

type DialogKind = NonNullable<ComandaState['dialog']>['kind']

/** Pages hide the board and can wait. A reason for a cancellation and a code are entered for one order: they stay. */
function isPage(kind: DialogKind): boolean {
  switch (kind) {
    case 'settings':
    case 'history':
    case 'setup':
    case 'sound':
    case 'print':
    case 'queue':
    case 'whole':
      return true
    case 'cancel':
    case 'code':
      return false
  }
}

/** A kitchen that is set up and has open orders, behind a page. */
export function hidesOrders({ dialog, settings, connection, board }: ComandaState): boolean {
  if (dialog === undefined || !isPage(dialog.kind)) return false
  const isSetUp =
    connection.freshness.state !== 'setup' && (settings?.setupStep === undefined || settings.setupStep === 'done')
  const { lanes, stops } = board
  return isSetUp && lanes.new.length + lanes.preparing.length + lanes.ready.length + stops.length > 0
}

type LeftDialogParts = {
  /** Calls `run` once after so many ms; the result calls it off. */
  readonly after: (ms: number, run: () => void) => () => void
  /** Every touch, key and turn of the wheel in the window. */
  readonly onActivity: (listener: () => void) => void
}

/** Closes a page that was left open in front of open orders. What was typed into it is kept: DialogHost. */
export function closeLeftDialogs(store: ComandaStore, { after, onActivity }: LeftDialogParts): void {
  let callOff: (() => void) | undefined
  const begin = (): void => {
    callOff?.()
    callOff = undefined
    if (!hidesOrders(store.getState())) return
    callOff = after(LEFT_OPEN_MS, () => {
      callOff = undefined
      const { pinRequest, leaveDialog } = store.getState()
      pinRequest?.settle(false)
      leaveDialog()
    })
  }
  onActivity(begin)
  store.subscribe((state, before) => {
    if (state.dialog !== before.dialog || hidesOrders(state) !== hidesOrders(before)) begin()
  })
}

/** The page's own part of it. */
export const pageActivity = (listener: () => void): void => {
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'input', 'wheel']) {
    document.addEventListener(name, listener, { capture: true, passive: true })
  }
}
