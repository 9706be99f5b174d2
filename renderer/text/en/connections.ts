import type { ConnectionTexts } from '../feature-texts.ts'

export const enConnections: ConnectionTexts = {
  customers: {
    title: 'Customers’ board on a TV',
    explain:
      'A TV of the store can show the numbers of orders that are being prepared and that are ready, without names or prices. Open this address in the TV’s browser; anyone with the address sees the numbers and nothing else.',
    open: 'Make the address',
    again: 'Change the address',
    close: 'Switch the address off',
    failed:
      'The address cannot be opened at the moment: another program uses the port. Comanda tries again automatically.',
    off: 'Off.',
    warn: 'The old address stops working at once.',
  },
  role: {
    all: 'Kitchen and counter',
    prep: 'One preparation station',
    pass: 'Expo',
    counter: 'Counter',
    customers: 'Customers’ board',
    hint: {
      all: 'Shows everything. Buttons at the top switch between kitchen and counter.',
      prep: 'Shows the items of one station. “My part is done” marks only those; the order becomes ready at the expo.',
      pass: 'Shows all orders and how far each station is. “Ready” becomes the large button when everything is done.',
      counter: 'Shows the hand-over: ready orders, codes and payment.',
      customers:
        'Shows customers the numbers of orders that are being prepared and that are ready, without names. It has no buttons: to get back to the settings, hold a finger on the screen for 3 seconds or press Esc.',
    },
    ringsOn: 'Rings',
    ringsOff: 'Does not ring',
    ringsHint:
      'A new order that no screen has shown within 10 seconds rings on all of them. If no screen rings, the main computer gives the alarm.',
    noStation: 'station not chosen',
    silent: 'no alarm',
  },
  screens: {
    explain:
      'Other screens of the store, such as the counter or the expo, show the same orders. They connect to this computer over the store’s network: only this one talks to the platform.',
    open: 'Connect a new screen',
    how: 'On the new screen, open Comanda’s setup, choose “Platform”, tap “Connect to another computer” and type:',
    address: 'Address',
    addressNow: 'Address of this computer: {{addresses}}',
    noNetwork: 'This computer is on no network.',
    timeLeft: 'The code is good for another {{time}}.',
    attemptsLeft: 'Attempts left: {{number}}.',
    paired: '“{{name}}” is connected.',
    expired: 'The code has expired. To connect the screen, make a new one.',
    'too-many-attempts':
      'There were too many wrong attempts. If it was not you, someone on the network tried to get in and failed. To connect the screen, make a new code.',
    list: 'Screens of the store',
    none: 'None yet.',
    connected: 'Connected now',
    lastSeen: 'Last seen: {{when}}',
    neverSeen: 'Has not connected yet',
    change: 'Change',
    changeOf: 'Change “{{name}}”',
    name: 'Name of the screen',
    wanted: 'The screen applies this as soon as it is connected.',
    revoke: 'Remove',
    revokeOf: 'Remove “{{name}}”',
    revokeReally: 'Remove now',
    keep: 'Keep',
    trouble: {
      keychain: 'The keychain of this computer does not keep the key of this store. Unlock it and try again.',
      port: 'This computer does not let other screens connect. Restart it and try again; if that does not help, save the report under Support.',
    },
  },
  copies: {
    title: 'Copies on other screens and recovery code',
    explain:
      'Every hour each connected screen keeps a locked copy of this computer’s orders and settings. If it breaks or is stolen, another computer continues from one of these copies. Only the recovery code opens it: Comanda does not keep the code.',
    state: {
      'no-code': 'There is no code yet, so no copies are kept.',
      ready: 'There is a code. The age of the copy is beside each screen.',
      'other-keychain': 'This data came from another computer. Make a new code so that copies continue.',
      keychain: 'The keychain of this computer does not open. Unlock it so that copies continue.',
      'too-large': 'The data is too large for copies.',
    },
    make: 'Make the code',
    renew: 'Change the code',
    renewReally: 'Change now',
    warn: 'The current code will open only the copies made so far. The next ones will need the new code.',
    writeDown:
      'Write the code on paper and keep it away from this computer. It will not be shown again; anyone with the code and a screen opens the data.',
    hide: 'I have written it down',
    of: 'Copy of {{when}}',
    none: 'No copy',
  },
  promotion: {
    title: 'The main computer is gone',
    explain:
      'If the main computer broke for good or was stolen, this one can take its place, with the copy that it keeps and the recovery code.',
    there: 'The main computer answers: there is no need to take its place.',
    handed:
      'The main computer has stopped to hand its place over to another. If that is this one, type the recovery code: nothing is lost. Then enter the credentials and connect the other screens to this computer.',
    begin: 'Take its place…',
    copy: 'The copy is of {{when}}. What it did later is lost: taps, struck items and times.',
    orders: 'The orders on this screen ({{orders}}) are read from the platform again.',
    others:
      'Orders that only the main computer received after the copy do not arrive again: compare with the platform’s portal.',
    taps: 'Taps of this screen that did not reach the main computer and are lost: {{taps}}. Look at those orders and tap again.',
    old: 'The old computer must never receive orders again: create a new password of the app (client_secret) in the platform’s portal. This computer will ask for it.',
    screens: 'The other screens have to be connected to this computer.',
    code: 'Recovery code',
    really: 'This is the main computer now',
    outcome: {
      done: 'Comanda will open again as the main computer; if it does not, open it. Then enter the credentials in the setup.',
      mistyped: 'The code is incomplete or has a mistake. Check each letter.',
      'wrong-code':
        'This code does not open the copy. If the code was changed, use the one from when the copy was made.',
      'no-copy': 'This screen keeps no copy of the main computer. Try another screen.',
      damaged: 'The copy on this screen is damaged. Try another screen.',
      'station-answers':
        'The main computer answers, and the copy on this screen is from before. Nothing has changed: wait a minute and try again.',
      'handed-to-other': 'The main computer handed its place to another screen: continue there.',
      'not-noted': 'The main computer has not confirmed. Nothing has changed: try again.',
      keychain: 'The keychain of this computer does not open. Unlock it and try again.',
      disk: 'This computer could not write to its disk. Nothing has changed.',
    },
  },
  handOver: {
    begin: 'Make it the main one',
    explain:
      'This computer stops receiving and sending orders and opens again. Then, on the screen “{{name}}”: Settings, Main computer, recovery code. Have the code and the credentials at hand.',
    really: 'Stop here and hand over',
    waiting: 'This computer receives no orders: it hands its place to “{{name}}”. The last copy is on its way.',
    ready: 'This computer receives no orders. Continue now on the screen “{{name}}”: Settings, Main computer.',
    taken:
      'The computer “{{name}}” is the main one now. To make this one its screen: Settings, Setup, “Connect to another computer”. The other screens have to be connected to it too.',
    takeBack: 'Give up: keep working on this computer',
    takeBackWarn:
      'Give up only if no other computer has taken over: two computers that receive take orders away from each other.',
    takeBackReally: 'Keep working here',
  },
  leave: {
    explain:
      'This screen shows the orders of the store’s main computer. If it is no longer used here, or goes to another computer, disconnect it. The copy of the main computer on this screen is erased too.',
    begin: 'Disconnect this screen',
    really: 'Disconnect now',
    done: 'Disconnected. Comanda will open again; if it does not, open it.',
    called: 'This screen is called {{screen}}.',
    address: {
      title: 'Address of the main computer',
      explain:
        'This screen is connected to {{name}}. If its address changes, the screen looks for it on the network automatically. If it does not find it, type here the address that it shows under “Settings”, “Screens”.',
      use: 'Use this address',
      outcome: {
        moved: 'Found. The screen uses this address from now on.',
        'bad-address':
          'This does not look like an address. Type it as the main computer shows it, for example 192.168.0.10.',
        unreachable: 'Nothing answers at this address. Is the main computer on, and on the same network?',
        'not-a-station': 'What answers at this address is not a Comanda that takes screens.',
        'wrong-station': 'Another computer answers at this address, not the one that this screen was connected to.',
        keychain: 'The keychain of this computer does not give the key of this screen. Unlock it and try again.',
      },
    },
  },
  webhook: {
    explain:
      'With the webhook the platform announces each order at once, without waiting for the next check. Comanda keeps checking: an order whose notice is lost comes with the next check. If the platform offers no checking, orders come by webhook alone.',
    switch: 'Receive notices from the platform',
    bind: 'Devices that can reach this computer',
    loopback: 'This computer only',
    lan: 'The whole network of the store',
    lanWarning:
      'Every device of the same network, on the guests’ Wi-Fi too, can talk to this port. Only notices signed by the platform are accepted. Prefer “This computer only” if the tunnel runs here.',
    port: 'Port',
    portHint: 'Change it only if another program uses this port already.',
    state: {
      off: 'Off.',
      starting: 'Starting…',
      listening: 'Ready to receive.',
      failed: 'Not receiving.',
    },
    trouble: {
      'port-in-use': 'Another program uses this port already: choose another one.',
      'not-permitted': 'This computer does not let the port be used: choose another one.',
      failed: 'Switch it off and on again; if it stays like this, save the report under Support.',
    },
    address: 'Address that receives the notices',
    copy: 'To copy: tap the address, all of it is selected; then Ctrl+C.',
    register:
      'The platform needs a public address with https://. Register the address of your tunnel or router there, with the same ending, and forward it to the address above.',
    last: 'Last notice',
    none: 'No notice has arrived since Comanda was opened.',
    counts: 'Since it was opened: {{accepted}} accepted, {{refused}} refused.',
    verdict: {
      accepted: 'Accepted.',
      duplicate: 'Accepted; Comanda had this notice already.',
      unreadable: 'The signature is right, but the notice could not be read. Orders still arrive by checking.',
      'signature-missing': 'Refused: not signed. It was not the platform, or the platform does not sign.',
      'signature-wrong':
        'Refused: wrong signature. Is the password of the app (client_secret) here the one that the platform uses?',
      outdated: 'Refused: signed, but more than three days old. Someone sent an old notice again.',
      'too-large': 'Refused: too large.',
      'too-many': 'Refused: too many at the same time.',
      'no-credentials': 'Refused: this computer does not have the credentials yet. Tap “Set up Comanda”.',
      storage: 'Refused: this computer could not store it. Free some disk space.',
    },
  },
}
