import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfOutdated } from './build/outdated.ts'
import { composeNotices } from './notices/compose-notices.ts'

/** `npm run notices`: writes THIRD_PARTY_NOTICES.txt, the licences of all shipped packages. */

const ROOT = join(import.meta.dirname, '..')

await buildIfOutdated(ROOT)
writeFileSync(join(ROOT, 'THIRD_PARTY_NOTICES.txt'), composeNotices(ROOT))
