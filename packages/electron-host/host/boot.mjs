import { enableCompileCache } from 'node:module'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

// The cache stores the sources without types and their compiled code, so only the first start on a machine is slow.
enableCompileCache(join(tmpdir(), `electron-host-compiled-${userInfo().uid}`))
const { startHost } = await import('./start.ts')
await startHost()
