import { cpSync, existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * The folder in %LOCALAPPDATA% for one in %APPDATA%, which Windows copies to a server: orders would leave the shop and a
 * ledger come back older. An earlier version's folder is moved once, when that is possible.
 */
export function localFolder(folder: string, { APPDATA: roaming, LOCALAPPDATA: local }: NodeJS.ProcessEnv): string {
  if (!roaming || !local || dirname(folder) !== roaming) return folder
  const target = join(local, basename(folder))
  if (existsSync(target) || !existsSync(folder)) return target
  try {
    move(folder, target)
    return target
  } catch {
    return folder
  }
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    // The roaming profile may be on a server.
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    const unfinished = `${to}.moving`
    rmSync(unfinished, { recursive: true, force: true })
    cpSync(from, unfinished, { recursive: true, preserveTimestamps: true })
    renameSync(unfinished, to)
    rmSync(from, { recursive: true, force: true })
  }
}
