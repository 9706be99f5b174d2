import { connect, createServer, type Socket } from 'node:net'

export type Balancer = AsyncDisposable & { readonly port: number }

/** One address for several relays: each connection goes to the next relay that accepts it, and ends with it. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const open = new Set<Socket>()
  let turn = 0
  const forward = (caller: Socket, triesLeft: number): void => {
    turn += 1
    const relay = connect(ports[turn % ports.length] ?? 0, '127.0.0.1')
    let isConnected = false
    relay.once('connect', () => {
      isConnected = true
      open.add(relay)
      caller.pipe(relay)
      relay.pipe(caller)
    })
    relay.on('error', () => {
      if (!isConnected && triesLeft > 0 && !caller.destroyed) forward(caller, triesLeft - 1)
      else caller.destroy()
    })
    relay.once('close', () => {
      open.delete(relay)
      if (isConnected) caller.destroy()
    })
    caller.once('close', () => relay.destroy())
  }
  const server = createServer((caller) => {
    open.add(caller)
    caller.on('error', () => caller.destroy())
    caller.once('close', () => open.delete(caller))
    forward(caller, ports.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the balancer has no port')
  return {
    port: address.port,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
