import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another site on loopback. It redirects and records requests. */
export type LocalSite = {
  readonly origin: string
  /** Requested paths. */
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
