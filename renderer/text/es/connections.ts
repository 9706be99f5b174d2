import type { ConnectionTexts } from '../feature-texts.ts'

export const esConnections: ConnectionTexts = {
  customers: {
    title: 'Tablero para clientes en la TV',
    explain:
      'Una TV del local puede mostrar los números de los pedidos en preparación y listos, sin nombres ni precios. Abra esta dirección en el navegador de la TV; quien tiene la dirección ve los números y nada más.',
    open: 'Crear la dirección',
    again: 'Cambiar la dirección',
    close: 'Apagar la dirección',
    failed:
      'La dirección no se puede abrir ahora: otro programa usa el puerto. Comanda vuelve a intentarlo automáticamente.',
    off: 'Apagado.',
    warn: 'La dirección anterior deja de funcionar de inmediato.',
  },
  role: {
    all: 'Cocina y mostrador',
    prep: 'Una estación de preparación',
    pass: 'Pase',
    counter: 'Mostrador',
    customers: 'Tablero para clientes',
    hint: {
      all: 'Muestra todo. Los botones de arriba cambian entre cocina y mostrador.',
      prep: 'Muestra los ítems de una estación. “Mi parte está lista” marca solo esos; el pedido queda listo en el pase.',
      pass: 'Muestra todos los pedidos y el avance de cada estación. “Listo” pasa a ser el botón grande cuando todo está hecho.',
      counter: 'Muestra los pedidos listos para entregar, los códigos y el pago.',
      customers:
        'Muestra a los clientes los números de los pedidos en preparación y listos, sin nombres. No tiene botones: para volver a los ajustes, mantenga el dedo en la pantalla 3 segundos o presione Esc.',
    },
    ringsOn: 'Suena',
    ringsOff: 'No suena',
    ringsHint:
      'Un pedido nuevo que ninguna pantalla mostró en 10 segundos suena en todas. Si ninguna pantalla suena, avisa la computadora principal.',
    noStation: 'estación sin elegir',
    silent: 'sin alarma',
  },
  screens: {
    explain:
      'Otras pantallas del local, como la del mostrador o la del pase, muestran los mismos pedidos. Se conectan a esta computadora por la red del local: solo ella habla con la plataforma.',
    open: 'Conectar una pantalla nueva',
    how: 'En la pantalla nueva, abra la configuración de Comanda, vaya a “Plataforma”, toque “Conectar a otra computadora” y escriba:',
    address: 'Dirección',
    addressNow: 'Dirección de esta computadora: {{addresses}}',
    noNetwork: 'Esta computadora no está en ninguna red.',
    timeLeft: 'El código vale {{time}} más.',
    attemptsLeft: 'Intentos restantes: {{number}}.',
    paired: '“{{name}}” está conectada.',
    expired: 'El código venció. Para conectar la pantalla, genere uno nuevo.',
    'too-many-attempts':
      'Hubo demasiados intentos equivocados. Si no fue usted, alguien en la red intentó entrar y no pudo. Para conectar la pantalla, genere un código nuevo.',
    list: 'Pantallas del local',
    none: 'Ninguna todavía.',
    connected: 'Conectada ahora',
    lastSeen: 'Vista por última vez: {{when}}',
    neverSeen: 'Todavía no se conectó',
    change: 'Cambiar',
    changeOf: 'Cambiar “{{name}}”',
    name: 'Nombre de la pantalla',
    wanted: 'La pantalla aplica esto en cuanto esté conectada.',
    revoke: 'Quitar',
    revokeOf: 'Quitar “{{name}}”',
    revokeReally: 'Quitar ahora',
    keep: 'Mantener',
    trouble: {
      keychain: 'El llavero de esta computadora no guarda la clave de este local. Desbloquéelo e inténtelo de nuevo.',
      port: 'Esta computadora no deja que otras pantallas se conecten. Reiníciela e inténtelo de nuevo; si no basta, guarde el informe en Soporte.',
    },
  },
  copies: {
    title: 'Copias en otras pantallas y código de recuperación',
    explain:
      'Cada hora, cada pantalla conectada guarda una copia protegida de los pedidos y los ajustes de esta computadora. Si se rompe o la roban, otra computadora sigue desde una de esas copias. Solo el código de recuperación la abre: Comanda no guarda el código.',
    state: {
      'no-code': 'Todavía no hay código, por eso no se guardan copias.',
      ready: 'Hay un código. La edad de la copia está junto a cada pantalla.',
      'other-keychain': 'Estos datos vinieron de otra computadora. Genere un código nuevo para que sigan las copias.',
      keychain: 'El llavero de esta computadora no se abre. Desbloquéelo para que sigan las copias.',
      'too-large': 'Los datos son demasiado grandes para las copias.',
    },
    make: 'Generar el código',
    renew: 'Cambiar el código',
    renewReally: 'Cambiar ahora',
    warn: 'El código actual abrirá solo las copias hechas hasta ahora. Las próximas necesitarán el nuevo.',
    writeDown:
      'Anote el código en papel y guárdelo lejos de esta computadora. No se mostrará de nuevo; quien tiene el código y una pantalla abre los datos.',
    hide: 'Ya lo anoté',
    of: 'Copia de {{when}}',
    none: 'Sin copia',
  },
  promotion: {
    title: 'La computadora principal no vuelve',
    explain:
      'Si la computadora principal se rompió del todo o la robaron, esta puede tomar su lugar, con la copia que conserva y el código de recuperación.',
    there: 'La computadora principal responde: no hace falta tomar su lugar.',
    handed:
      'La computadora principal se detuvo para pasar su lugar a otra. Si es a esta, escriba el código de recuperación: nada se pierde. Después escriba las credenciales y conecte las otras pantallas a esta computadora.',
    begin: 'Tomar su lugar…',
    copy: 'La copia es de {{when}}. Lo que hizo después se pierde: toques, ítems tachados y horas.',
    orders: 'Los pedidos de esta pantalla ({{orders}}) se leen de nuevo de la plataforma.',
    others:
      'Los pedidos que solo la computadora principal recibió después de la copia no llegan de nuevo: compare con el portal de la plataforma.',
    taps: 'Toques de esta pantalla que no llegaron a la computadora principal y se pierden: {{taps}}. Mire esos pedidos y toque de nuevo.',
    old: 'La computadora anterior no debe recibir pedidos nunca más: cree una contraseña nueva de la aplicación (client_secret) en el portal de la plataforma. Esta computadora la pedirá.',
    screens: 'Las otras pantallas se tienen que conectar a esta computadora.',
    code: 'Código de recuperación',
    really: 'Esta es la computadora principal ahora',
    outcome: {
      done: 'Comanda se abrirá de nuevo como computadora principal; si no se abre, ábralo. Después escriba las credenciales en la configuración.',
      mistyped: 'El código está incompleto o tiene un error. Revise cada letra.',
      'wrong-code': 'Este código no abre la copia. Si el código se cambió, use el que valía cuando se hizo la copia.',
      'no-copy': 'Esta pantalla no conserva ninguna copia de la computadora principal. Pruebe en otra pantalla.',
      damaged: 'La copia de esta pantalla está dañada. Pruebe en otra pantalla.',
      'station-answers':
        'La computadora principal responde, y la copia de esta pantalla es de antes. Nada cambió: espere un minuto e inténtelo de nuevo.',
      'handed-to-other': 'La computadora principal pasó su lugar a otra pantalla: siga en ella.',
      'not-noted': 'La computadora principal no confirmó. Nada cambió: inténtelo de nuevo.',
      keychain: 'El llavero de esta computadora no se abre. Desbloquéelo e inténtelo de nuevo.',
      disk: 'Esta computadora no pudo grabar en el disco. Nada cambió.',
    },
  },
  handOver: {
    begin: 'Hacerla principal',
    explain:
      'Esta computadora deja de recibir y enviar pedidos y se abre de nuevo. Después, en la pantalla “{{name}}”: Ajustes, Computadora principal, código de recuperación. Tenga a mano el código y las credenciales.',
    really: 'Detener aquí y pasar',
    waiting: 'Esta computadora no recibe pedidos: está pasando su lugar a “{{name}}”. La última copia está en camino.',
    ready: 'Esta computadora no recibe pedidos. Siga ahora en la pantalla “{{name}}”: Ajustes, Computadora principal.',
    taken:
      'La computadora “{{name}}” es la principal ahora. Para que esta sea su pantalla: Ajustes, Configuración, “Conectar a otra computadora”. Las otras pantallas también se tienen que conectar a ella.',
    takeBack: 'Desistir: seguir en esta computadora',
    takeBackWarn:
      'Desista solo si ninguna otra computadora tomó el lugar: dos computadoras que reciben se quitan pedidos una a la otra.',
    takeBackReally: 'Seguir aquí',
  },
  leave: {
    explain:
      'Esta pantalla muestra los pedidos de la computadora principal del local. Si ya no se usa aquí, o pasa a otra computadora, desconéctela. La copia de la computadora principal que está en esta pantalla también se borra.',
    begin: 'Desconectar esta pantalla',
    really: 'Desconectar ahora',
    done: 'Desconectada. Comanda se abrirá de nuevo; si no se abre, ábralo.',
    called: 'Esta pantalla se llama {{screen}}.',
    address: {
      title: 'Dirección de la computadora principal',
      explain:
        'Esta pantalla está conectada a {{name}}. Si su dirección cambia, la pantalla la busca automáticamente en la red. Si no la encuentra, escriba aquí la dirección que ella muestra en “Ajustes”, “Pantallas”.',
      use: 'Usar esta dirección',
      outcome: {
        moved: 'Encontrada. La pantalla usa esta dirección desde ahora.',
        'bad-address':
          'Esto no parece una dirección. Escríbala como la muestra la computadora principal, por ejemplo 192.168.0.10.',
        unreachable: 'Nada responde en esta dirección. ¿La computadora principal está encendida y en la misma red?',
        'not-a-station': 'Lo que responde en esta dirección no es un Comanda que recibe pantallas.',
        'wrong-station': 'En esta dirección responde otra computadora, no aquella a la que se conectó esta pantalla.',
        keychain: 'El llavero de esta computadora no da la clave de esta pantalla. Desbloquéelo e inténtelo de nuevo.',
      },
    },
  },
  webhook: {
    explain:
      'Con el webhook la plataforma avisa cada pedido al instante, sin esperar la próxima consulta. Comanda sigue consultando: un pedido cuyo aviso se pierde llega con la próxima consulta. Si la plataforma no ofrece consultas, los pedidos llegan solo por aquí.',
    switch: 'Recibir avisos de la plataforma',
    bind: 'Quién alcanza esta computadora',
    loopback: 'Solo esta computadora',
    lan: 'Toda la red del local',
    lanWarning:
      'Todos los aparatos de la misma red, también en el Wi-Fi de los clientes, pueden hablar con este puerto. Solo se aceptan avisos firmados por la plataforma. Prefiera “Solo esta computadora” si el túnel funciona aquí.',
    port: 'Puerto',
    portHint: 'Cámbielo solo si otro programa ya usa este puerto.',
    state: {
      off: 'Apagado.',
      starting: 'Encendiendo…',
      listening: 'Listo para recibir.',
      failed: 'No está recibiendo.',
    },
    trouble: {
      'port-in-use': 'Otro programa ya usa este puerto: elija otro.',
      'not-permitted': 'Esta computadora no deja usar este puerto: elija otro.',
      failed: 'Apáguelo y enciéndalo de nuevo; si sigue así, guarde el informe en Soporte.',
    },
    address: 'Dirección que recibe los avisos',
    copy: 'Para copiar: toque la dirección, queda marcada entera; después Ctrl+C.',
    register:
      'La plataforma necesita una dirección pública con https://. Registre allí la dirección de su túnel o router, con el mismo final, y diríjala a la dirección de arriba.',
    last: 'Último aviso',
    none: 'No llegó ningún aviso desde que se abrió Comanda.',
    counts: 'Desde la apertura: {{accepted}} aceptados, {{refused}} rechazados.',
    verdict: {
      accepted: 'Aceptado.',
      duplicate: 'Aceptado; Comanda ya tenía este aviso.',
      unreadable: 'La firma es correcta, pero el aviso no se pudo leer. Los pedidos llegan por consulta.',
      'signature-missing': 'Rechazado: vino sin firma. No era la plataforma, o ella no firma los avisos.',
      'signature-wrong':
        'Rechazado: firma incorrecta. ¿La contraseña de la aplicación (client_secret) de aquí es la que usa la plataforma?',
      outdated: 'Rechazado: firmado, pero de hace más de tres días. Alguien volvió a enviar un aviso antiguo.',
      'too-large': 'Rechazado: demasiado grande.',
      'too-many': 'Rechazado: demasiados avisos a la vez.',
      'no-credentials': 'Rechazado: esta computadora aún no tiene las credenciales. Toque “Configurar Comanda”.',
      storage: 'Rechazado: esta computadora no pudo guardarlo. Libere espacio en el disco.',
    },
  },
}
