import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Limit for the app without Electron, archive and unpacked files: about 5 % above the largest package, Linux on x64 (7.0
 * MB). To ship more, raise it here.
 */
export const BUDGET_BYTES = 7_350_000

const BYTES_PER_MB = 1_000_000

export type AppSize = { readonly archive: number; readonly unpacked: number; readonly total: number }

function bytesOf(path: string): number {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}

/**
 * Bytes of `app.asar` and of the files in `app.asar.unpacked`, in a folder of resources.
 * @throws when there is no archive
 */
export function appSize(resources: string): AppSize {
  const archivePath = join(resources, 'app.asar')
  const unpackedPath = `${archivePath}.unpacked`
  const archive = bytesOf(archivePath)
  const unpacked = existsSync(unpackedPath) ? bytesOf(unpackedPath) : 0
  return { archive, unpacked, total: archive + unpacked }
}

const megabytes = (bytes: number): string => `${(bytes / BYTES_PER_MB).toFixed(2)} MB`

/** A line with the size and the budget. */
export function sizeLine({ archive, unpacked, total }: AppSize, budget: number): string {
  const parts = `app.asar ${megabytes(archive)} + unpacked ${megabytes(unpacked)}`
  return `size of the app: ${megabytes(total)} of ${megabytes(budget)} (${parts})`
}

/** @throws when the size is over the budget */
export function checkSize(size: AppSize, budget: number): void {
  if (size.total > budget) {
    throw new Error(`${sizeLine(size, budget)}: over the budget of scripts/package/size.ts`)
  }
}
