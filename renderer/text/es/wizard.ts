import type { FeatureTexts } from '../feature-texts.ts'

export const esWizard: FeatureTexts['wizard'] = {
  title: 'Configuración',
  later: 'Continuar después',
  backToBoard: 'Volver al tablero',
  next: 'Continuar',
  skip: 'Omitir',
  step: {
    connection: 'Plataforma',
    screen: 'Pantalla',
    sound: 'Sonido',
    practice: 'Pedido de práctica',
    pin: 'PIN',
    done: 'Listo',
    language: 'Idioma',
  },
  field: { paste: 'Pegar', nothingCopied: 'Todavía no se copió nada.' },
  language: { title: '¿En qué idioma vamos a trabajar?', lead: 'Se puede cambiar después, en los ajustes.' },
  address: {
    title: '¿Cuál es la dirección de la API?',
    lead: 'Cópiela del portal de la plataforma de pedidos, de la página de la aplicación.',
    form: 'Cómo muestra el portal la dirección',
    whole: 'Entera, en un campo',
    parts: 'Base y código por separado',
    full: 'Dirección de la API',
    base: 'Dirección base',
    hash: 'Código de la aplicación',
    fault: {
      empty: 'La dirección está vacía. Péguela o escríbala.',
      'not-an-address': 'Esto no parece una dirección. Cópiela otra vez del portal, entera.',
      insecure: 'La dirección debe comenzar con https:// para que nadie pueda escuchar.',
      'has-credentials': 'La dirección contiene un nombre o una contraseña. Copie solo la dirección de la API.',
      'hash-missing':
        'Falta en la dirección la parte que es solo de su aplicación. Cópiela entera, o elija “Base y código por separado”.',
    },
  },
  join: {
    begin: 'Conectar a otra computadora',
    title: 'Conectar esta pantalla a otra computadora',
    lead: 'En la computadora que ya recibe los pedidos: Ajustes, “Pantallas”, “Conectar una pantalla nueva”. Muestra la dirección y el código.',
    name: 'Nombre de esta pantalla, por ejemplo Mostrador',
    join: 'Conectar',
    looking: 'Buscando computadoras que esperan una pantalla…',
    found:
      'Computadoras que esperan una pantalla ahora. Revise la dirección en la otra pantalla; también se puede escribir.',
    lookAgain: 'Buscar de nuevo',
    doneTitle: 'Conectada',
    done: 'Esta computadora ahora es una pantalla: muestra los pedidos de la otra computadora.',
    doneStation: 'Esta computadora ahora es una pantalla de la otra. Cuando se abra, elija su estación de preparación.',
    open: 'Abrir esta pantalla',
    opening: 'Comanda se abrirá de nuevo, ahora con los pedidos de la otra computadora. Si no se abre, ábralo.',
    stationLater: 'La pantalla pregunta cuál cuando se abre.',
    missing: {
      address: 'Escriba la dirección que aparece en la otra pantalla.',
      code: 'Escriba el código que aparece en la otra pantalla.',
      name: 'Escriba un nombre para esta pantalla, por ejemplo Mostrador.',
    },
    outcome: {
      'bad-address':
        'Esto no parece una dirección. Escríbala como aparece en la otra pantalla, por ejemplo 192.168.0.10.',
      unreachable:
        'Nada responde en esta dirección. ¿Las dos computadoras están en la misma red? ¿Comanda está abierto en la otra?',
      'not-a-station':
        'Lo que responde en esta dirección no es un Comanda que recibe pantallas. Revise la dirección, y si las dos tienen la misma versión.',
      'not-open':
        'La otra computadora no espera una pantalla ahora. Toque en ella “Conectar una pantalla nueva” y use el código que aparezca.',
      'wrong-code':
        'El código no coincide. Escríbalo como aparece en la otra pantalla. Si está bien, cancele allí y genere un código nuevo.',
      'list-full': 'La otra computadora ya tiene demasiadas pantallas. Quite las que no se usan más.',
      keychain:
        'El llavero de esta computadora no guarda la clave de esta pantalla. Desbloquéelo e inténtelo de nuevo.',
    },
  },
  credentials: {
    title: 'Identificación y contraseña de la aplicación',
    lead: 'El portal las llama client_id y client_secret. Una vez guardada, la contraseña no aparece más en ninguna parte.',
    address: 'Dirección entendida',
    id: 'Identificación (client_id)',
    secret: 'Contraseña (client_secret)',
    missing: 'Complete los dos campos.',
    test: 'Probar la conexión',
    useStored: 'Usar las que ya están guardadas',
  },
  kept: {
    title: 'Esta computadora está conectada',
    lead: 'Cambiar las credenciales no borra nada del tablero: pedidos y toques siguen.',
    keychain: 'Guardado en el llavero de esta computadora.',
    'this-run': 'Guardado solo hasta cerrar Comanda.',
    change: 'Cambiar las credenciales',
  },
  practiceProfile: 'Este Comanda es solo para practicar: no hay nada que conectar.',
  test: {
    title: 'Probando la conexión',
    passedTitle: 'Conectado',
    failedTitle: 'Todavía no',
    running: 'Un momento…',
    check: {
      reach: 'La plataforma responde',
      token: 'Identificación y contraseña son aceptadas',
      scope: 'La aplicación puede recibir pedidos',
      poll: 'Los pedidos se pueden consultar',
    },
    passed: 'bien',
    failed: 'falló',
    open: 'sin probar',
    none: 'No hay pedidos esperando.',
    waiting_one: '{{count}} aviso espera en la plataforma. La prueba no lo retiró: llega al tablero.',
    waiting_many: '{{count}} de avisos esperan en la plataforma. La prueba no los retiró: llegan al tablero.',
    waiting_other: '{{count}} avisos esperan en la plataforma. La prueba no los retiró: llegan al tablero.',
    behind: 'El reloj de esta computadora atrasa {{span}}. Active fecha y hora automáticas en el sistema.',
    ahead: 'El reloj de esta computadora adelanta {{span}}. Active fecha y hora automáticas en el sistema.',
    otherVersion:
      'La plataforma informa la versión {{version}} de la interfaz. Comanda está hecho para la versión 2: pruebe cada paso con un pedido antes de contar con él.',
    clientIds: {
      'by-app': 'En esta plataforma, estas credenciales valen para todos los locales de la aplicación.',
      'by-merchant': 'En esta plataforma, cada local tiene sus propias credenciales: conecte un Comanda por local.',
      either: 'Esta plataforma emite credenciales para todos los locales de la aplicación o para un solo local.',
    },
    status: 'Para el soporte: respuesta HTTP {{status}}',
    again: 'Probar otra vez',
    changeAddress: 'Cambiar la dirección',
    changeCredentials: 'Cambiar identificación y contraseña',
    keepAnyway: 'Guardar y continuar',
    keepAnywayWhy:
      'El problema no está en lo que ingresó. Puede guardarlo: Comanda lo intenta automáticamente hasta lograrlo.',
  },
  fault: {
    'no-network': {
      what: 'Esta computadora está sin red.',
      todo: 'Revise el cable o el Wi-Fi y pruebe otra vez.',
    },
    'host-unknown': {
      what: 'No se encontró el servidor de esta dirección.',
      todo: 'Busque una letra equivocada en la dirección. Si está bien, internet está sin DNS: reinicie el router.',
    },
    unreachable: {
      what: 'Internet funciona, pero la plataforma no atiende en esta dirección.',
      todo: 'Revise la dirección. Si está bien, la plataforma puede estar caída o un firewall la bloquea: pregunte a quien cuida la red.',
    },
    timeout: {
      what: 'La plataforma tardó demasiado en responder.',
      todo: 'Internet está lento o la plataforma está saturada. Espere un minuto y pruebe otra vez.',
    },
    proxy: {
      what: 'El proxy de esta red rechaza la conexión.',
      todo: 'Pida a quien cuida la red que permita la dirección de la plataforma, o corrija el proxy en los ajustes del sistema.',
    },
    'login-page': {
      what: 'En lugar de la plataforma respondió una página de ingreso.',
      todo: 'Abra el navegador e ingrese a la red (Wi-Fi con registro, hotel, centro comercial). Si la red ya está abierta, la dirección es la del portal y no la de la API.',
    },
    certificate: {
      what: 'El certificado de seguridad no corresponde: alguien puede estar escuchando.',
      todo: 'No siga en esta red. Revise la dirección y, si un antivirus o un proxy inspecciona internet, pida que exceptúe la plataforma.',
    },
    'certificate-date': {
      what: 'El certificado de seguridad no vale en la fecha de esta computadora.',
      todo: 'Revise fecha y hora de la computadora y active el ajuste automático. Si están bien, venció el certificado de la plataforma: avísele.',
    },
    'wrong-address': {
      what: 'En esta dirección no hay una API de pedidos.',
      todo: 'Copie otra vez la dirección del portal, entera, con el código de la aplicación.',
    },
    'credentials-refused': {
      what: 'La plataforma no acepta esta identificación con esta contraseña.',
      todo: 'Copie otra vez las dos del portal. Si allí se renovó la contraseña, solo vale la nueva. Revise también que sean de esta misma dirección.',
    },
    'scope-missing': {
      what: 'La contraseña es correcta, pero la aplicación no tiene permiso para pedidos.',
      todo: 'En el portal de la plataforma, dé a la aplicación el permiso “od.orders” y autorícela para su local.',
    },
    'token-refused': {
      what: 'La plataforma aceptó la contraseña y después rechazó su propio acceso.',
      todo: 'Pruebe otra vez en un minuto. Si sigue, es un error de la plataforma: hable con su soporte.',
    },
    throttled: {
      what: 'La plataforma pide esperar: hubo demasiados intentos.',
      todo: 'Espere unos minutos y pruebe otra vez.',
    },
    'platform-down': {
      what: 'La plataforma tiene un problema.',
      todo: 'Aquí no hay nada mal. Espere unos minutos y pruebe otra vez.',
    },
    'credential-in-use': {
      what: 'Otro Comanda en esta computadora ya recibe los pedidos de estas credenciales.',
      todo: 'Cierre el otro Comanda. Dos con las mismas credenciales se quitarían pedidos uno al otro.',
    },
    'nothing-to-test': {
      what: 'Todavía no hay nada que probar.',
      todo: 'Ingrese la dirección, la identificación y la contraseña.',
    },
    'credentials-of-other-address': {
      what: 'La identificación y la contraseña se guardaron para otra dirección.',
      todo: 'Comanda no las envía a otro servidor. Escriba la identificación y la contraseña de esta dirección.',
    },
  },
  keep: {
    keeping: 'Guardando en el llavero…',
    again: 'Guardar otra vez',
    thisRun: 'Mantener solo hasta cerrar',
    thisRunWhy:
      'Sin el llavero, las credenciales pueden quedar solo en la memoria: al cerrar Comanda o apagar la computadora habrá que ingresarlas de nuevo. Nada se graba sin protección.',
    trouble: {
      locked: 'El llavero de la computadora está bloqueado.',
      absent: 'Esta computadora no tiene llavero.',
      denied: 'La computadora no dejó que Comanda usara el llavero.',
      failing: 'El llavero de la computadora no responde.',
      'no-library': 'Falta el componente que habla con el llavero.',
      'no-session': 'Comanda no alcanza el llavero de la computadora.',
      'too-long': 'Las credenciales son demasiado largas para el llavero de Windows.',
    },
  },
  screen: {
    title: 'Pantalla y distancia',
    lead: 'Para que letras y botones tengan el tamaño justo en el lugar donde está la pantalla.',
  },
  sound: {
    title: '¿Se oye la alarma en la cocina?',
    lead: 'Encienda el extractor y todo lo que haga ruido, y haga sonar la alarma.',
    play: 'Hacer sonar la alarma',
    heard: 'La oigo bien',
    notHeard: 'No la oigo',
    heardDone: 'Muy bien. La alarma suena hasta que alguien atiende cada pedido.',
    advice:
      'Suba el volumen de la computadora, revise que el parlante esté encendido y elegido como salida, y pruebe otra vez.',
    failed: 'Esta computadora no dejó sonar nada. Revise la placa de sonido.',
  },
  practice: {
    title: 'Un pedido de práctica',
    lead: 'No existe, no llega a la plataforma y nadie tiene que cocinar.',
    banner: 'PRÁCTICA',
    loading: 'Llegando…',
    tap: 'Toque el botón grande del pedido.',
    more: '¡Aceptado! Siga hasta el final, si quiere.',
    over: 'Entregado. Así llega un pedido a su fin.',
    failed: 'La práctica no comenzó. Puede omitir este paso.',
  },
  pin: {
    title: '¿Quién puede cambiar los ajustes?',
    choose: 'Elegir un PIN',
    decline: 'Continuar sin PIN',
    declined:
      'Sin PIN: cualquier persona ante la pantalla puede cambiar los ajustes y cerrar el programa. Después de la configuración, el primer PIN pide la contraseña de la aplicación (client_secret).',
    isSet: 'Hay un PIN definido. Guárdelo bien.',
  },
  done: {
    title: 'Todo listo',
    lead: 'Los pedidos llegan automáticamente al tablero. Todo esto se cambia en los ajustes.',
    open: 'Abrir el tablero',
    connected: 'Conectado a {{address}}',
    notConnected: 'Todavía sin conexión: vuelva al paso “Plataforma”',
    thisRun: 'Credenciales solo hasta cerrar Comanda',
    heard: 'La alarma se oyó',
    notHeard: 'La alarma todavía no se oyó',
    practised: 'Pedido de práctica aceptado',
    notPractised: 'Pedido de práctica omitido',
  },
}
