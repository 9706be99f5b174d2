import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { InstallKind } from './updater-port.ts'

/** Files that electron-builder writes: `publish` of electron-builder.yml, and the kind of Linux package. */
const FEED_FILE = 'app-update.yml'
const KIND_FILE = 'package-type'

const manifestSchema = z.object({ updateKey: z.string().optional() })

/** The update options of the package that this program runs from. */
export type UpdatePackage =
  | { readonly mode: 'off' | 'unsupported' }
  | {
      readonly mode: 'on'
      readonly kind: InstallKind
      readonly feed: string
      /** Empty where the package has none; then no feed is accepted. */
      readonly key: string
    }

export type UpdatePackageParts = {
  readonly isPackaged: boolean
  readonly platform: NodeJS.Platform
  /** Folder of `app-update.yml`. */
  readonly resources: string
  /** Folder of the `package.json` of the app. */
  readonly appPath: string
  /** Whether this program runs from an AppImage. */
  readonly isAppImage: boolean
}

const textOf = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

function kindOf({ platform, resources, isAppImage }: UpdatePackageParts): InstallKind | undefined {
  if (platform === 'win32') return 'nsis'
  if (platform === 'darwin') return 'mac'
  if (isAppImage) return 'appimage'
  return textOf(join(resources, KIND_FILE))?.trim() === 'deb' ? 'deb' : undefined
}

/** Reads the feed and the key of this package. Updates are off without a feed. */
export function readUpdatePackage(parts: UpdatePackageParts): UpdatePackage {
  if (!parts.isPackaged) return { mode: 'off' }
  try {
    const feed = textOf(join(parts.resources, FEED_FILE))
    if (feed === undefined) return { mode: 'off' }
    const kind = kindOf(parts)
    if (kind === undefined) return { mode: 'unsupported' }
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(parts.appPath, 'package.json'), 'utf8')))
    return { mode: 'on', kind, feed, key: manifest.updateKey ?? '' }
  } catch {
    return { mode: 'unsupported' }
  }
}
