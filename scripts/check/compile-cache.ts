import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../.cache/compiled')

/**
 * Gives the programs that tests start a compile cache: a test starts the same program a dozen times, and each time Node
 * would strip the types of two hundred files. Not for a coverage run, whose counts would be less exact.
 */
export function setCompileCache(args: readonly string[] = process.argv): void {
  if (!args.some((arg) => arg.startsWith('--coverage'))) process.env.NODE_COMPILE_CACHE ??= FOLDER
}
