/** The door to the room `repair/`: copies of the ledger, and the repair of damaged files. Everything else goes through here. */
export { type Backup, exportLedger, renewCopiesAside, verifyFile } from './repair/backup.ts'
export { openLedgerStore } from './repair/open-ledger.ts'
export {
  CACHE_REMAINS,
  HEALTHY,
  isLedgerUnreadable,
  isLogGone,
  type Repair,
  recoverLedger,
} from './repair/recover-ledger.ts'
