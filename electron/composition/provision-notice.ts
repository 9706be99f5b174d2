import type { ProvisionReport } from '../secrets/stored-connection.ts'

/** The notice for a file of credentials; `undefined` when the freshness badge already shows it. */
export function provisionNotice(report: ProvisionReport): string | undefined {
  if (report.kind === 'taken') return report.isSecondStart ? 'provision-taken' : undefined
  switch (report.trouble) {
    case 'not-erased':
      return 'provision-not-erased'
    case 'malformed':
    case 'unwritable':
    case 'practice':
    case 'too-long':
      return 'provision-refused'
    case 'unreadable':
      // The start command may name a file that was removed after its first use.
      return report.isSecondStart || report.hasNoCredentials ? 'provision-refused' : undefined
    case 'garbled':
      return report.isSecondStart ? 'provision-refused' : undefined
    case 'locked':
    case 'absent':
    case 'denied':
    case 'failing':
    case 'no-library':
    case 'no-session':
      return report.isSecondStart ? 'provision-waiting' : undefined
  }
}
