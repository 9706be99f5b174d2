import type { FeatureTexts } from '../feature-texts.ts'

export const enWizard: FeatureTexts['wizard'] = {
  title: 'Setup',
  later: 'Continue later',
  backToBoard: 'Back to the board',
  next: 'Continue',
  skip: 'Skip',
  step: {
    connection: 'Platform',
    screen: 'Screen',
    sound: 'Sound',
    practice: 'Practice order',
    pin: 'PIN',
    done: 'Done',
    language: 'Language',
  },
  field: { paste: 'Paste', nothingCopied: 'Nothing has been copied yet.' },
  language: { title: 'Which language shall we work in?', lead: 'It can be changed later, in the settings.' },
  address: {
    title: 'What is the address of the API?',
    lead: 'Copy it from the portal of the order platform, from the page of the app.',
    form: 'How the portal shows the address',
    whole: 'Whole, in one field',
    parts: 'Base and code separately',
    full: 'API address',
    base: 'Base address',
    hash: 'Code of the app',
    fault: {
      empty: 'The address is empty. Paste it or type it.',
      'not-an-address': 'This does not look like an address. Copy the whole of it from the portal again.',
      insecure: 'The address must begin with https://, so that nobody can listen in.',
      'has-credentials': 'The address contains a name or a password. Copy the address of the API alone.',
      'hash-missing':
        'The part of the address that belongs to your app is missing. Copy all of it, or choose “Base and code separately”.',
    },
  },
  join: {
    begin: 'Connect to another computer',
    title: 'Connect this screen to another computer',
    lead: 'On the computer that already gets the orders: Settings, “Screens”, “Connect a new screen”. It shows the address and the code.',
    name: 'Name of this screen, such as Counter',
    join: 'Connect',
    looking: 'Looking for computers that wait for a screen…',
    found: 'Computers that wait for a screen now. Check the address on the other screen; it can be typed as well.',
    lookAgain: 'Look again',
    doneTitle: 'Connected',
    done: 'This computer is now a screen: it shows the orders of the other computer.',
    doneStation: 'This computer is now a screen of the other computer. When it opens, choose its preparation station.',
    open: 'Open this screen',
    opening: 'Comanda will open again, now with the orders of the other computer. If it does not, open it.',
    stationLater: 'The screen asks which one when it opens.',
    missing: {
      address: 'Type the address that the other screen shows.',
      code: 'Type the code that the other screen shows.',
      name: 'Type a name for this screen, such as Counter.',
    },
    outcome: {
      'bad-address': 'This does not look like an address. Type it as the other screen shows it, such as 192.168.0.10.',
      unreachable:
        'Nothing answers at this address. Are both computers on the same network? Is Comanda open on the other one?',
      'not-a-station':
        'What answers at this address is no Comanda that takes screens. Check the address, and whether both have the same version.',
      'not-open':
        'The other computer is not waiting for a screen now. Tap “Connect a new screen” there and use the code that it shows.',
      'wrong-code':
        'The code does not match. Type it as the other screen shows it. If it is right, cancel there and make a new code.',
      'list-full': 'The other computer has too many screens already. Remove those that are not used any more.',
      keychain: 'The keychain of this computer does not keep the key of this screen. Unlock it and try again.',
    },
  },
  credentials: {
    title: 'ID and password of the app',
    lead: 'The portal calls them client_id and client_secret. Once saved, the password is never shown anywhere again.',
    address: 'Address as understood',
    id: 'ID (client_id)',
    secret: 'Password (client_secret)',
    missing: 'Fill in both fields.',
    test: 'Test the connection',
    useStored: 'Use the saved ones',
  },
  kept: {
    title: 'This computer is connected',
    lead: 'Changing the credentials clears nothing from the board: orders and taps stay.',
    keychain: 'Saved in the keychain of this computer.',
    'this-run': 'Saved only until Comanda is closed.',
    change: 'Change the credentials',
  },
  practiceProfile: 'This Comanda is for practice only: there is nothing to connect.',
  test: {
    title: 'Testing the connection',
    passedTitle: 'Connected',
    failedTitle: 'Not there yet',
    running: 'One moment…',
    check: {
      reach: 'The platform answers',
      token: 'ID and password are accepted',
      scope: 'The app may receive orders',
      poll: 'Orders can be checked',
    },
    passed: 'fine',
    failed: 'failed',
    open: 'not tested',
    none: 'No notice is waiting at the platform.',
    waiting_one: '{{count}} notice is waiting at the platform. The test did not take it: it will reach the board.',
    waiting_many:
      '{{count}} notices are waiting at the platform. The test did not take them: they will reach the board.',
    waiting_other:
      '{{count}} notices are waiting at the platform. The test did not take them: they will reach the board.',
    behind: "This computer's clock is {{span}} slow. Turn on automatic date and time in the system.",
    ahead: "This computer's clock is {{span}} fast. Turn on automatic date and time in the system.",
    otherVersion:
      'The platform declares version {{version}} of the interface. Comanda is made for version 2: try every step with one order before you rely on it.',
    clientIds: {
      'by-app': 'On this platform these credentials are valid for all stores of the app.',
      'by-merchant': 'On this platform each store has its own credentials: connect one Comanda for each store.',
      either: 'This platform issues credentials for all stores of the app or for a single store.',
    },
    status: 'For support: HTTP answer {{status}}',
    again: 'Test again',
    changeAddress: 'Change the address',
    changeCredentials: 'Change ID and password',
    keepAnyway: 'Save and continue',
    keepAnywayWhy:
      'The problem is not in what you entered. You can save it: Comanda keeps trying automatically until it works.',
  },
  fault: {
    'no-network': {
      what: 'This computer has no network.',
      todo: 'Check the cable or the Wi-Fi, and test again.',
    },
    'host-unknown': {
      what: 'The server of this address was not found.',
      todo: 'Look for a wrong letter in the address. If it is right, the internet has no DNS: restart the router.',
    },
    unreachable: {
      what: 'The internet works, but the platform does not answer at this address.',
      todo: 'Check the address. If it is right, the platform may be down or a firewall blocks it: ask whoever looks after the network.',
    },
    timeout: {
      what: 'The platform took too long to answer.',
      todo: 'The internet is slow or the platform is busy. Wait a minute and test again.',
    },
    proxy: {
      what: 'The proxy of this network refuses the connection.',
      todo: "Ask whoever looks after the network to allow the platform's address, or correct the proxy in the system settings.",
    },
    'login-page': {
      what: 'A sign-in page answered in place of the platform.',
      todo: 'Open the browser and sign in to the network (Wi-Fi with registration, hotel, mall). If the network is open already, the address is that of the portal and not that of the API.',
    },
    certificate: {
      what: 'The security certificate is not right: someone may be listening in.',
      todo: 'Do not continue on this network. Check the address, and if an antivirus or a proxy inspects the internet, ask to have the platform exempted.',
    },
    'certificate-date': {
      what: "The security certificate is not valid on this computer's date.",
      todo: "Check the computer's date and time and turn on automatic setting. If they are right, the platform's certificate has expired: tell the platform.",
    },
    'wrong-address': {
      what: 'There is no order API at this address.',
      todo: 'Copy the address from the portal again, all of it, with the code of the app.',
    },
    'credentials-refused': {
      what: 'The platform does not accept this ID with this password.',
      todo: 'Copy both from the portal again. If the password was renewed there, only the new one is valid. Check too that they belong to this same address.',
    },
    'scope-missing': {
      what: 'The password is right, but the app has no permission for orders.',
      todo: 'In the portal of the platform, give the app the permission “od.orders” and authorise it for your store.',
    },
    'token-refused': {
      what: 'The platform accepted the password and then refused its own access.',
      todo: 'Test again in a minute. If it continues, it is an error of the platform: talk to its support.',
    },
    throttled: {
      what: 'The platform asks to wait: there were too many attempts.',
      todo: 'Wait a few minutes and test again.',
    },
    'platform-down': {
      what: 'The platform has a problem.',
      todo: 'Nothing is wrong here. Wait a few minutes and test again.',
    },
    'credential-in-use': {
      what: 'Another Comanda on this computer already receives the orders of these credentials.',
      todo: 'Close the other Comanda. Two with the same credentials would take orders away from each other.',
    },
    'nothing-to-test': {
      what: 'There is nothing to test yet.',
      todo: 'Enter the address, the ID and the password.',
    },
    'credentials-of-other-address': {
      what: 'ID and password were saved for another address.',
      todo: 'Comanda sends them to no other server. Enter the ID and the password of this address.',
    },
  },
  keep: {
    keeping: 'Saving in the keychain…',
    again: 'Save again',
    thisRun: 'Keep until it is closed',
    thisRunWhy:
      'Without the keychain the credentials can only stay in memory: after Comanda is closed or the computer is switched off they have to be entered again. Nothing is stored unprotected.',
    trouble: {
      locked: "The computer's keychain is locked.",
      absent: 'This computer has no keychain.',
      denied: 'The computer did not let Comanda use the keychain.',
      failing: "The computer's keychain does not answer.",
      'no-library': 'The component that talks to the keychain is missing.',
      'no-session': "Comanda does not reach the computer's keychain.",
      'too-long': 'The credentials are too long for the keychain of Windows.',
    },
  },
  screen: {
    title: 'Screen and distance',
    lead: 'So that letters and buttons have the right size where the screen hangs.',
  },
  sound: {
    title: 'Can the alarm be heard in the kitchen?',
    lead: 'Turn on the extractor fan and everything that is loud, and play the alarm.',
    play: 'Play the alarm',
    heard: 'I hear it well',
    notHeard: 'I hear nothing',
    heardDone: 'Good. The alarm rings until each order is taken care of.',
    advice:
      'Turn up the volume of the computer, check that the speaker is on and chosen as the output, and play it again.',
    failed: 'This computer did not let any sound play. Check the sound card.',
  },
  practice: {
    title: 'A practice order',
    lead: 'It does not exist, it never reaches the platform, and nobody has to cook.',
    banner: 'PRACTICE',
    loading: 'Coming in…',
    tap: 'Tap the big button of the order.',
    more: 'Accepted! Continue to the end if you like.',
    over: 'Delivered. This is how an order ends.',
    failed: 'The practice did not begin. You can skip this step.',
  },
  pin: {
    title: 'Who may change the settings?',
    choose: 'Choose a PIN',
    decline: 'Continue without a PIN',
    declined:
      'No PIN: anyone at the screen can change the settings and close the program. After setup the first PIN needs the password of the app (client_secret).',
    isSet: 'A PIN is set. Keep it safe.',
  },
  done: {
    title: 'All set',
    lead: 'Orders reach the board automatically. All of this can be changed in the settings.',
    open: 'Open the board',
    connected: 'Connected to {{address}}',
    notConnected: 'Not connected yet: go back to the step “Platform”',
    thisRun: 'Credentials only until Comanda is closed',
    heard: 'The alarm was heard',
    notHeard: 'The alarm has not been heard yet',
    practised: 'Practice order accepted',
    notPractised: 'Practice order skipped',
  },
}
