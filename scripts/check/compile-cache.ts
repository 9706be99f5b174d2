import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../.cache/compiled')

/**
 * Sets a compile cache for programs that tests start a dozen times: without it Node strips the types of two hundred files
 * each time. A coverage run has none, because its counts would be less exact.
 */
export function setCompileCache(args: readonly string[] = process.argv): void {
  if (!args.some((arg) => arg.startsWith('--coverage'))) process.env.NODE_COMPILE_CACHE ??= FOLDER
}
