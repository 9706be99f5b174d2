import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { provideElectronBinary } from '../../../scripts/demo/electron-binary.ts'

const ROOT = join(import.meta.dirname, '../../..')
const GET = pathToFileURL(join(ROOT, 'node_modules/@electron/get/dist/index.js')).href

/** An installer like that of Electron's package: it downloads with the same library, and prints its error. */
const DOWNLOADS = `
  import(${JSON.stringify(GET)})
    .then(({ downloadArtifact }) => downloadArtifact({ version: '45.3.4', artifactName: 'electron', platform: 'linux',
      arch: 'x64', unsafelyDisableChecksums: true, cacheRoot: __dirname + '/cache', force: true }))
    .then(() => { throw new Error('the archive is not unpacked here') })
    .catch((error) => { console.error(error.stack); process.exit(1) })`

/** A project whose path has a blank, as in "C:\\Users\\Ana Maria". */
function project(installer: string): string {
  const root = mkdtempSync(join(tmpdir(), 'comanda binary '))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'node_modules/electron'), { recursive: true })
  writeFileSync(join(root, 'node_modules/electron/install.js'), installer)
  return root
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A proxy that answers every request with 404, also inside a tunnel. `hosts` are the requested hosts. */
async function startProxy() {
  const hosts: string[] = []
  const server = createServer((request, response) => {
    hosts.push(request.headers.host ?? '')
    response.writeHead(404).end()
  })
  server.on('connect', (_request, socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    server.emit('connection', socket)
  })
  return { hosts, address: await listening(server) }
}

const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/proxy|mirror|electron/i.test(name)))
vi.spyOn(console, 'log').mockImplementation(() => undefined)

describe('the binary of Electron', () => {
  it.each(['HTTP_PROXY', 'http_proxy', 'npm_config_proxy'])('is fetched through the proxy of %s', async (name) => {
    const proxy = await startProxy()
    const env = {
      ...bare,
      ELECTRON_MIRROR: 'http://electron.example/',
      [name]: proxy.address.replace('//', '//ana:secret@'),
    }
    const reason = await provideElectronBinary(project(DOWNLOADS), env)
    // The first request tests the proxy, the second one is the download.
    expect(proxy.hosts).toEqual(['electron.example', 'electron.example'])
    expect(reason).toContain('Response code 404')
    expect(reason).toContain(`The proxy was ${proxy.address}`)
    expect(reason).not.toContain('secret')
  })
})
