import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { recordConnections } from '../../../electron/composition/connections.ts'
import { openConnectionFiles } from '../../../electron/storage/connection-files.ts'

const at = (apiUrl: string) => ({ apiUrl, clientId: 'app', clientSecret: 'secret', scope: 'od.orders' })

it('a platform that is added takes no name from the one that the kitchen had', () => {
  const folder = mkdtempSync(join(tmpdir(), 'comanda-names-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const files = openConnectionFiles(folder)
  const record = recordConnections(files)
  const added = { name: undefined, settings: undefined, isNew: true }
  record(
    [{ ...added, slot: 2, credentials: at('https://api.example.test/second') }],
    [{ slot: 1, name: undefined, credentials: at('https://api.example.test/first') }],
  )
  expect([files.read(1)?.name, files.read(2)?.name]).toEqual(['api.example.test', 'api.example.test 2'])
})
