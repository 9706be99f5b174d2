import { messageOf } from '../../shared/result.ts'
import type { SecretTrouble } from './secret-store.ts'

/**
 * The error texts of the keychains of Linux (libsecret, GDBus), macOS (Security framework) and Windows (wincred), as
 * keytar passes them on; there is no code. The first match counts.
 */
const SIGNS: readonly (readonly [RegExp, SecretTrouble])[] = [
  // First: libsecret for a locked collection. Second: gnome-keyring without its `login` collection.
  [/locked collection|collection is locked|is locked|IsLocked/i, 'locked'],
  [/Object does not exist at path .*\/collection\//i, 'locked'],
  // errSecInteractionNotAllowed: the macOS keychain is locked and may not ask.
  [/interaction is not allowed/i, 'locked'],
  [
    /dismissed|cancell?ed|denied|not permitted|not authorized|AuthFailed|passphrase you entered is not correct|Rejected send message/i,
    'denied',
  ],
  // GLib without a session bus, in the languages of the desktop (po/pt_BR.po, po/es.po).
  [/D-Bus .*X11 \$DISPLAY|dbus-launch|NoServer/i, 'no-session'],
  [/Could not connect: |Não foi possível conectar: |No se pudo conectar: /i, 'no-session'],
  [/connection is closed|conexão está fechada|conexión está cerrada/i, 'no-session'],
  [/unsupported transport|Transporte desconhecido|Transporte .* desconocido/i, 'no-session'],
  [/ServiceUnknown|NameHasNoOwner|not provided by any \.service|secrets\.service/i, 'absent'],
  // errSecNoSuchKeychain, errSecNoDefaultKeychain.
  [/keychain could not be found|no default keychain|default keychain could not be found/i, 'absent'],
]

export function troubleOf(error: unknown): SecretTrouble {
  const message = messageOf(error)
  return SIGNS.find(([sign]) => sign.test(message))?.[1] ?? 'failing'
}
