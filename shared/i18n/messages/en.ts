import type { MessageTexts } from '../texts.ts'

export const enMessages: MessageTexts = {
  freshness: {
    retryNow: 'Retry now',
    fresh: 'Live',
    checked: 'Checked {{age}} ago',
    late: '{{age}} ago',
    stale: 'Not updated for {{age}}',
    staleNever: 'Not checked yet',
    offline: 'No connection for {{age}}',
    offlineNever: 'No connection',
    setup: 'Setup needed',
    storeRisk: 'The platform may close the store in {{time}}',
    storeRiskNow: 'The platform may have closed the store',
    waiting: 'Retrying automatically. Taps are kept.',
  },
  trouble: {
    'not-configured': 'Open the setup and enter the data of the platform’s portal.',
    'keychain-locked': "Unlock the computer's keychain.",
    'keychain-absent': "Install or enable the computer's keychain.",
    'keychain-denied': 'Allow Comanda to use the keychain.',
    'keychain-failing': 'The keychain does not answer. Look for its window, or restart the computer.',
    'keychain-no-library': 'Install the missing component (Linux: libsecret) and start Comanda again.',
    'keychain-no-session': 'Log out, log in again and start Comanda from its icon.',
    'keychain-too-long': 'The credentials are too long for the keychain. Check what was pasted.',
    'keychain-garbled': 'Enter the credentials again: the stored ones cannot be read.',
    'credentials-refused': 'Credentials refused. Check them with the platform.',
    'secret-replaced': 'The chain issued a new secret. Ask the office for it and enter it here.',
    'kitchen-paused': 'The office of the chain has paused this kitchen. Ask it. Taps are kept.',
    'credential-in-use': 'Close the other Comanda on this computer. This one then takes over automatically.',
    'handed-over': 'The orders arrive at the other computer.',
    forbidden: 'Store not authorised. Contact the platform.',
    network: 'Check cable or Wi-Fi.',
    platform: 'The platform does not answer.',
    storage: 'Free some disk space. Nothing new is received until then.',
    'station-away': 'The main computer does not answer. Check the network. Taps are kept.',
    'station-older': 'Update Comanda on the main computer.',
    'screen-older': 'Update Comanda on this screen.',
    'not-paired': 'This screen was removed on the main computer. Connect it again.',
  },
  notice: {
    'acknowledgments-refused':
      'The platform refuses every acknowledgment. Orders come in, but it may send them late. Call support.',
    'orders-held-back': "More orders are announced than the platform shows. Compare with the platform's portal.",
    'clock-skew': "This computer's clock is wrong. The times on the board follow the platform's clock.",
    'storage-full':
      'Disk full. Free some space: Comanda recovers automatically. Until then orders are shown, but taps are not accepted.',
    'storage-repaired':
      "Comanda's data was damaged and has been recovered. Compare the open orders with the platform's portal.",
    'storage-lost':
      "Comanda's data was damaged and could not be recovered. Check the open orders in the platform's portal now.",
    'storage-newer':
      'This computer holds data of a newer version of Comanda. Install the newer version; nothing was deleted.',
    'storage-damaged':
      "The data stored on this computer is damaged. Nothing was deleted. Call support and use the platform's portal.",
    'storage-failing':
      "This computer cannot write. Free some space or check the disk and the permissions of Comanda's data folder, and start Comanda again.",
    'provision-taken': 'The credentials of the file were saved and erased from the file.',
    'provision-refused':
      'The file of credentials was not accepted. It may still hold the password: correct it or delete it. The log says why.',
    'provision-not-erased':
      'The credentials were saved, but the password could not be erased from the file. Delete the file now.',
    'provision-waiting':
      'The keychain does not accept the credentials of the file now. The kitchen continues with the old ones and tries again; the password is still in the file.',
    'provision-on-screen':
      'The file of credentials was not used: this computer is a screen of another station. Use the file at the station. It still holds the password.',
    unknown: "Something needs attention. See the program's log.",
  },
  failure: {
    'bad-arguments': 'Not possible: invalid data.',
    'not-allowed': 'Not allowed at this moment.',
    'unknown-order': 'This order is no longer on the board.',
    'not-offered': 'The order changed: this step no longer applies.',
    'reason-missing': 'Choose a reason.',
    'too-late': 'Too late: it was sent already.',
    offline: 'No connection: this works online only. Try again.',
    forbidden: 'The platform does not authorise this app for this store.',
    rejected: 'The platform refused.',
    'not-configured': 'The platform is not set up yet.',
    storage: 'This computer could not store it. Nothing was sent.',
    locked: 'Locked: enter the PIN first.',
    'wrong-pin': 'Wrong PIN.',
    'wrong-secret': 'This is not the password (client_secret) that this kitchen is connected with.',
    'secret-unavailable': 'There is no saved password to compare with: connect this kitchen, or unlock the keychain.',
    wait: 'Too many attempts. Wait a little.',
    'no-printer': 'No printer found on this computer.',
    'printer-not-named':
      'Choose a printer in the settings. Comanda prints automatically only to a printer that was chosen.',
    'printer-failed': 'The printer did not accept it. Check paper, cable and power, and try again.',
    'nothing-to-print': 'There is no open order to print.',
    'station-away': 'The main computer does not answer. Try again.',
    'screen-removed': 'This screen was removed on the main computer.',
    internal: 'Unexpected error. Try again.',
  },
}
