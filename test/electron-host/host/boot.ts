import { enableCompileCache } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

// The cache keeps stripped and compiled sources, so that only the first start on a machine pays for them.
enableCompileCache(join(tmpdir(), `electron-host-compiled-${userInfo().uid}`))
const { startHost } = await import('./start.ts')
await startHost()
