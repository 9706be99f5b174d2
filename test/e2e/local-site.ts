import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Somebody else's site on loopback: redirects, and remembers who came. */
export type LocalSite = {
  readonly origin: string
  /** Paths that were asked for. */
  readonly visits: readonly string[]
  close(): Promise<void>
}

export async function openLocalSite(): Promise<LocalSite> {
  const visits: string[] = []
  const server = createServer((request, response) => {
    visits.push(request.url ?? '')
    const headers = { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/html' }
    if (request.url === '/redirect') response.writeHead(302, { ...headers, Location: '/target' }).end()
    else response.writeHead(200, headers).end('<script>window.foreign = true</script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    visits,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
