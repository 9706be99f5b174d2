import { basename, dirname, join } from 'node:path'

/** Folder of a ledger's copies, beside it. */
export const backupFolderOf = (ledgerPath: string): string => join(dirname(ledgerPath), 'backups')
export const quarantineFolderOf = (ledgerPath: string): string => join(dirname(ledgerPath), 'quarantine')

/** A repaired ledger beside the damaged one. A file with this name is complete. */
export const repairedPathOf = (ledgerPath: string): string => `${ledgerPath}.mended`

const stamp = (at: number): string => new Date(at).toISOString().replaceAll(':', '-')

const STAMPED = /-(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2}\.\d{3}Z)(?:\.\w+)?$/

/** `ledger-2026-03-01T12-00-00.000Z.db`: sorts by time, valid on every file system. */
export const stampedName = (ledgerPath: string, at: number, ending: string): string =>
  `${basename(ledgerPath, '.db')}-${stamp(at)}${ending}`

/** Epoch ms of a copy by its name; `undefined` for other files. */
export function stampOf(name: string): number | undefined {
  const parts = STAMPED.exec(name)
  const at = parts ? Date.parse(`${parts[1]}${parts[2]}:${parts[3]}:${parts[4]}`) : Number.NaN
  return Number.isNaN(at) ? undefined : at
}
