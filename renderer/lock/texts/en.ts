import type { LockTexts } from './lock-texts.ts'

export const en: LockTexts = {
  title: 'Enter the PIN',
  pin: 'PIN',
  open: 'Unlock',
  cancel: 'Cancel',
  clear: 'Clear',
  erase: 'Erase last',
  purpose: {
    settings: 'The settings are locked. Orders keep working without the PIN.',
    history: 'The history asks for the PIN.',
    report: 'Saving the report needs the PIN.',
    quit: 'Closing Comanda needs the PIN. While it is closed it receives no orders.',
  },
  wrong: 'Wrong PIN.',
  tooMany: 'Too many attempts.',
  wait: 'The next attempt can be made in {{time}}.',
  lost: 'PIN lost? Whoever looks after this computer starts Comanda once with --reset-pin.',
  section: {
    explain:
      'With a PIN, people at the counter can only tap orders: settings, saving the history and closing the program are locked.',
    none: 'No PIN: anyone at the screen can change the settings and close the program.',
    isSet: 'A PIN is set.',
    locksIn: 'Locks automatically after {{time}} without use.',
    set: 'Set a PIN',
    change: 'Change the PIN',
    remove: 'Remove the PIN',
    lockNow: 'Lock now',
    lost: 'Keep the PIN safe. Lost, it can only be removed by starting Comanda on this computer once with --reset-pin.',
    needsSecret: 'After setup the first PIN also needs the password of the app (client_secret).',
  },
  step: {
    current: 'Current PIN',
    fresh: 'New PIN, 4 to 12 digits',
    again: 'New PIN, once more',
    secret: 'Password of the app (client_secret)',
  },
  secret: {
    why: 'Only a person who can connect this kitchen sets the first PIN. The password is in the portal of the platform; it is not stored again here.',
    paste: 'Paste',
    nothingCopied: 'Nothing has been copied yet.',
  },
  next: 'Continue',
  save: 'Save the PIN',
  differ: 'The two PINs are not the same. Start again.',
  saved: 'The PIN was saved.',
  removed: 'The PIN was removed. Nothing is locked any more.',
}
