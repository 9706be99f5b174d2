import type { createPacker, createUnpacker, Packed } from './packing.ts'

export type BridgeMessage =
  | Readonly<{ kind: 'expose'; key: string; value: Packed }>
  | Readonly<{ kind: 'call'; target: number; args: readonly Packed[] }>
  | Readonly<{ kind: 'return'; thrown: boolean; value: Packed }>
  | Readonly<{ kind: 'settle'; target: number; rejected: boolean; value: Packed }>

export type BridgeEnd = Readonly<{
  pack: (value: unknown) => Packed
  unpack: (packed: Packed) => unknown
  send: (message: BridgeMessage) => void
}>

/** `createBridgeEnd` with its packing, as a page's world gets it. */
export type OpenBridgeEnd = (
  token: string,
  side: 'page' | 'preload',
  onExpose: (key: string, value: Packed) => void,
) => BridgeEnd

/**
 * One end of the bridge between two worlds of a page. A call is synchronous: `dispatchEvent` returns after the other end's
 * answer. Chromium clones `detail`, so no object is shared. Self-contained: its source text runs inside the page.
 */
export const createBridgeEnd = (
  makers: Readonly<{ createPacker: typeof createPacker; createUnpacker: typeof createUnpacker }>,
  ...[token, side, onExpose]: Parameters<OpenBridgeEnd>
): BridgeEnd => {
  const Carrier = CustomEvent
  const dispatch = window.dispatchEvent.bind(window)
  const other = side === 'page' ? 'preload' : 'page'
  let returned: Readonly<{ thrown: boolean; value: Packed }> | undefined

  const send = (message: BridgeMessage): void => {
    dispatch(new Carrier(`${token}:${other}`, { detail: message }))
  }
  const { pack, packError, functionOf } = makers.createPacker((target, rejected, value) =>
    send({ kind: 'settle', target, rejected, value }),
  )
  const { unpack, settlePromise } = makers.createUnpacker((target, args) => {
    send({ kind: 'call', target, args: args.map((argument) => pack(argument)) })
    const response = returned
    returned = undefined
    if (response === undefined) throw new Error('The context of this function no longer exists')
    return response
  })
  const answerCall = (target: number, args: readonly Packed[]): void => {
    let thrown = false
    let value: Packed
    try {
      const callee = functionOf(target)
      if (callee === undefined) throw new Error('No such function')
      value = pack(callee(...args.map(unpack)))
    } catch (error) {
      thrown = true
      value = packError(error)
    }
    send({ kind: 'return', thrown, value })
  }
  window.addEventListener(
    `${token}:${side}`,
    (event) => {
      event.stopImmediatePropagation()
      const message = (event as CustomEvent<BridgeMessage>).detail
      switch (message.kind) {
        case 'expose':
          onExpose(message.key, message.value)
          return
        case 'call':
          answerCall(message.target, message.args)
          return
        case 'return':
          returned = message
          return
        case 'settle':
          settlePromise(message.target, message.rejected, message.value)
      }
    },
    true,
  )
  return { pack, unpack, send }
}
