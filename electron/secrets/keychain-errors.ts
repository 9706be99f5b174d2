import type { SecretTrouble } from './secret-store.ts'

/**
 * What the keychains of Linux (libsecret, GDBus), macOS (Security framework) and Windows (wincred) say, as keytar passes
 * it on: a text is all there is. The first match counts.
 */
const SIGNS: readonly (readonly [RegExp, SecretTrouble])[] = [
  // libsecret on a collection whose password nobody gave; gnome-keyring without its `login` collection says the second.
  [/locked collection|collection is locked|is locked|IsLocked/i, 'locked'],
  [/Object does not exist at path .*\/collection\//i, 'locked'],
  // errSecInteractionNotAllowed: the macOS keychain is locked and may not ask.
  [/interaction is not allowed/i, 'locked'],
  [
    /dismissed|cancell?ed|denied|not permitted|not authorized|AuthFailed|passphrase you entered is not correct|Rejected send message/i,
    'denied',
  ],
  [/Cannot autolaunch D-Bus|Could not connect|ServiceUnknown|NameHasNoOwner|not provided by any \.service/i, 'absent'],
  [/Unknown or unsupported transport|Error spawning command line .*dbus-launch|NoServer|secrets\.service/i, 'absent'],
  // errSecNoSuchKeychain, errSecNoDefaultKeychain.
  [/keychain could not be found|no default keychain|default keychain could not be found/i, 'absent'],
]

export function troubleOf(error: unknown): SecretTrouble {
  const message = error instanceof Error ? error.message : String(error)
  return SIGNS.find(([sign]) => sign.test(message))?.[1] ?? 'failing'
}
