import { PROBE_FAULT_TEXTS } from './probe-faults.ts'

/** The texts about the connection to a platform or to another computer, in the guided set-up. */
export const CONNECTION = {
  ...PROBE_FAULT_TEXTS,
  address: {
    title: [
      'Cole aqui o endereço da plataforma (API)',
      'What is the address of the API?',
      '¿Cuál es la dirección de la API?',
    ],
    lead: [
      'Copie do portal da plataforma de pedidos, na página do aplicativo.',
      'Copy it from the portal of the order platform, from the page of the app.',
      'Cópiela del portal de la plataforma de pedidos, de la página de la aplicación.',
    ],
    form: [
      'Como o portal mostra o endereço',
      'How the portal shows the address',
      'Cómo muestra el portal la dirección',
    ],
    whole: ['Um endereço só', 'Whole, in one field', 'Entera, en un campo'],
    parts: ['Endereço + código', 'Base and code separately', 'Base y código por separado'],
    full: ['Endereço da API', 'API address', 'Dirección de la API'],
    base: ['Endereço base', 'Base address', 'Dirección base'],
    hash: ['Código do aplicativo', 'Code of the app', 'Código de la aplicación'],
    fault: {
      empty: [
        'O endereço está vazio. Cole-o ou digite-o.',
        'The address is empty. Paste it or type it.',
        'La dirección está vacía. Péguela o escríbala.',
      ],
      'not-an-address': [
        'Isto não parece um endereço. Copie-o de novo do portal, inteiro.',
        'This does not look like an address. Copy the whole of it from the portal again.',
        'Esto no parece una dirección. Cópiela otra vez del portal, entera.',
      ],
      insecure: [
        'O endereço precisa começar com https:// para ninguém poder escutar.',
        'The address must begin with https://, so that nobody can listen in.',
        'La dirección debe comenzar con https:// para que nadie pueda escuchar.',
      ],
      'has-credentials': [
        'O endereço contém nome ou senha. Copie somente o endereço da API.',
        'The address contains a name or a password. Copy the address of the API alone.',
        'La dirección contiene un nombre o una contraseña. Copie solo la dirección de la API.',
      ],
      'hash-missing': [
        'Falta no endereço a parte que é só do seu aplicativo. Copie-o inteiro, ou escolha “Endereço + código”.',
        'The part of the address that belongs to your app is missing. Copy all of it, or choose “Base and code separately”.',
        'Falta en la dirección la parte que es solo de su aplicación. Cópiela entera, o elija “Base y código por separado”.',
      ],
    },
  },
  join: {
    begin: ['Conectar a outro computador', 'Connect to another computer', 'Conectar a otra computadora'],
    title: [
      'Conectar esta tela a outro computador',
      'Connect this screen to another computer',
      'Conectar esta pantalla a otra computadora',
    ],
    lead: [
      'No computador que já recebe os pedidos: Ajustes, “Telas”, “Conectar uma tela nova”. Ele mostra o endereço e o código.',
      'On the computer that already gets the orders: Settings, “Screens”, “Connect a new screen”. It shows the address and the code.',
      'En la computadora que ya recibe los pedidos: Ajustes, “Pantallas”, “Conectar una pantalla nueva”. Muestra la dirección y el código.',
    ],
    name: [
      'Nome desta tela, por exemplo Balcão',
      'Name of this screen, such as Counter',
      'Nombre de esta pantalla, por ejemplo Mostrador',
    ],
    join: ['Conectar', 'Connect', 'Conectar'],
    looking: [
      'Procurando computadores que esperam uma tela…',
      'Looking for computers that wait for a screen…',
      'Buscando computadoras que esperan una pantalla…',
    ],
    found: [
      'Computadores que esperam uma tela agora. Confira o endereço na outra tela; também dá para digitar.',
      'Computers that wait for a screen now. Check the address on the other screen; it can be typed as well.',
      'Computadoras que esperan una pantalla ahora. Revise la dirección en la otra pantalla; también se puede escribir.',
    ],
    lookAgain: ['Procurar de novo', 'Look again', 'Buscar de nuevo'],
    doneTitle: ['Conectada', 'Connected', 'Conectada'],
    done: [
      'Este computador agora é uma tela: mostra os pedidos do outro computador.',
      'This computer is now a screen: it shows the orders of the other computer.',
      'Esta computadora ahora es una pantalla: muestra los pedidos de la otra computadora.',
    ],
    doneStation: [
      'Este computador agora é uma tela do outro computador. Quando ela abrir, escolha a praça.',
      'This computer is now a screen of the other computer. When it opens, choose its preparation station.',
      'Esta computadora ahora es una pantalla de la otra. Cuando se abra, elija su estación de preparación.',
    ],
    open: ['Abrir esta tela', 'Open this screen', 'Abrir esta pantalla'],
    opening: [
      'O Comanda vai abrir de novo, agora com os pedidos do outro computador. Se isso não acontecer, abra-o.',
      'Comanda will open again, now with the orders of the other computer. If it does not, open it.',
      'Comanda se abrirá de nuevo, ahora con los pedidos de la otra computadora. Si no se abre, ábralo.',
    ],
    stationLater: [
      'A tela pergunta qual quando abrir.',
      'The screen asks which one when it opens.',
      'La pantalla pregunta cuál cuando se abre.',
    ],
    missing: {
      address: [
        'Digite o endereço que aparece na outra tela.',
        'Type the address that the other screen shows.',
        'Escriba la dirección que aparece en la otra pantalla.',
      ],
      code: [
        'Digite o código que aparece na outra tela.',
        'Type the code that the other screen shows.',
        'Escriba el código que aparece en la otra pantalla.',
      ],
      name: [
        'Digite um nome para esta tela, por exemplo Balcão.',
        'Type a name for this screen, such as Counter.',
        'Escriba un nombre para esta pantalla, por ejemplo Mostrador.',
      ],
    },
    outcome: {
      'bad-address': [
        'Isto não parece um endereço. Digite-o como aparece na outra tela, por exemplo 192.168.0.10.',
        'This does not look like an address. Type it as the other screen shows it, such as 192.168.0.10.',
        'Esto no parece una dirección. Escríbala como aparece en la otra pantalla, por ejemplo 192.168.0.10.',
      ],
      unreachable: [
        'Nada responde neste endereço. Os dois computadores estão na mesma rede? O Comanda está aberto no outro?',
        'Nothing answers at this address. Are both computers on the same network? Is Comanda open on the other one?',
        'Nada responde en esta dirección. ¿Las dos computadoras están en la misma red? ¿Comanda está abierto en la otra?',
      ],
      'not-a-station': [
        'O que responde neste endereço não é um Comanda que recebe telas. Confira o endereço, e se os dois têm a mesma versão.',
        'What answers at this address is no Comanda that takes screens. Check the address, and whether both have the same version.',
        'Lo que responde en esta dirección no es un Comanda que recibe pantallas. Revise la dirección, y si las dos tienen la misma versión.',
      ],
      'not-open': [
        'O outro computador não espera uma tela agora. Toque nele em “Conectar uma tela nova” e use o código que aparecer.',
        'The other computer is not waiting for a screen now. Tap “Connect a new screen” there and use the code that it shows.',
        'La otra computadora no espera una pantalla ahora. Toque en ella “Conectar una pantalla nueva” y use el código que aparezca.',
      ],
      'wrong-code': [
        'O código não confere. Digite-o como aparece na outra tela. Se estiver certo, cancele lá e gere um código novo.',
        'The code does not match. Type it as the other screen shows it. If it is right, cancel there and make a new code.',
        'El código no coincide. Escríbalo como aparece en la otra pantalla. Si está bien, cancele allí y genere un código nuevo.',
      ],
      'list-full': [
        'O outro computador já tem telas demais. Remova nele as que não são mais usadas.',
        'The other computer has too many screens already. Remove those that are not used any more.',
        'La otra computadora ya tiene demasiadas pantallas. Quite las que no se usan más.',
      ],
      keychain: [
        'O cofre de senhas deste computador não guarda a chave desta tela. Desbloqueie-o e tente de novo.',
        'The keychain of this computer does not keep the key of this screen. Unlock it and try again.',
        'El llavero de esta computadora no guarda la clave de esta pantalla. Desbloquéelo e inténtelo de nuevo.',
      ],
    },
  },
  credentials: {
    title: [
      'Client ID e Client Secret (como no portal)',
      'ID and password of the app',
      'Identificación y contraseña de la aplicación',
    ],
    lead: [
      'Copie os dois do portal da plataforma. Depois de salva, a senha não aparece mais em lugar nenhum.',
      'The portal calls them client_id and client_secret. Once saved, the password is never shown anywhere again.',
      'El portal las llama client_id y client_secret. Una vez guardada, la contraseña no aparece más en ninguna parte.',
    ],
    address: ['Endereço entendido', 'Address as understood', 'Dirección entendida'],
    id: ['Identificação (client_id)', 'ID (client_id)', 'Identificación (client_id)'],
    secret: ['Senha (client_secret)', 'Password (client_secret)', 'Contraseña (client_secret)'],
    missing: ['Preencha os dois campos.', 'Fill in both fields.', 'Complete los dos campos.'],
    test: ['Testar a conexão', 'Test the connection', 'Probar la conexión'],
    useStored: ['Usar as que já estão salvas', 'Use the saved ones', 'Usar las que ya están guardadas'],
  },
  kept: {
    title: ['Este computador está conectado', 'This computer is connected', 'Esta computadora está conectada'],
    lead: [
      'Trocar as credenciais não apaga nada do painel: pedidos e toques continuam.',
      'Changing the credentials clears nothing from the board: orders and taps stay.',
      'Cambiar las credenciales no borra nada del tablero: pedidos y toques siguen.',
    ],
    keychain: [
      'Salvo no cofre de senhas deste computador.',
      'Saved in the keychain of this computer.',
      'Guardado en el llavero de esta computadora.',
    ],
    'this-run': [
      'Salvo somente até o Comanda fechar.',
      'Saved only until Comanda is closed.',
      'Guardado solo hasta cerrar Comanda.',
    ],
    change: ['Trocar as credenciais', 'Change the credentials', 'Cambiar las credenciales'],
  },
  test: {
    title: ['Testando a conexão', 'Testing the connection', 'Probando la conexión'],
    passedTitle: ['Conectado', 'Connected', 'Conectado'],
    failedTitle: ['Ainda não deu certo', 'Not there yet', 'Todavía no'],
    running: ['Um momento…', 'One moment…', 'Un momento…'],
    check: {
      reach: ['A plataforma responde', 'The platform answers', 'La plataforma responde'],
      token: [
        'Identificação e senha são aceitas',
        'ID and password are accepted',
        'Identificación y contraseña son aceptadas',
      ],
      scope: ['O aplicativo pode receber pedidos', 'The app may receive orders', 'La aplicación puede recibir pedidos'],
      poll: ['Os pedidos podem ser consultados', 'Orders can be checked', 'Los pedidos se pueden consultar'],
    },
    passed: ['certo', 'fine', 'bien'],
    failed: ['falhou', 'failed', 'falló'],
    open: ['não testado', 'not tested', 'sin probar'],
    none: ['Nenhum pedido esperando agora.', 'No notice is waiting at the platform.', 'No hay pedidos esperando.'],
    waiting_one: [
      '{{count}} aviso esperando na plataforma. O teste não o retirou: ele chega ao painel.',
      '{{count}} notice is waiting at the platform. The test did not take it: it will reach the board.',
      '{{count}} aviso espera en la plataforma. La prueba no lo retiró: llega al tablero.',
    ],
    waiting_many: [
      '{{count}} de avisos esperando na plataforma. O teste não os retirou: eles chegam ao painel.',
      '{{count}} notices are waiting at the platform. The test did not take them: they will reach the board.',
      '{{count}} de avisos esperan en la plataforma. La prueba no los retiró: llegan al tablero.',
    ],
    waiting_other: [
      '{{count}} avisos esperando na plataforma. O teste não os retirou: eles chegam ao painel.',
      '{{count}} notices are waiting at the platform. The test did not take them: they will reach the board.',
      '{{count}} avisos esperan en la plataforma. La prueba no los retiró: llegan al tablero.',
    ],
    behind: [
      'O relógio deste computador está atrasado em {{span}}. Ative data e hora automáticas no sistema.',
      "This computer's clock is {{span}} slow. Turn on automatic date and time in the system.",
      'El reloj de esta computadora atrasa {{span}}. Active fecha y hora automáticas en el sistema.',
    ],
    ahead: [
      'O relógio deste computador está adiantado em {{span}}. Ative data e hora automáticas no sistema.',
      "This computer's clock is {{span}} fast. Turn on automatic date and time in the system.",
      'El reloj de esta computadora adelanta {{span}}. Active fecha y hora automáticas en el sistema.',
    ],
    otherVersion: [
      'A plataforma informa a versão {{version}} da interface. O Comanda foi feito para a versão 2: confira cada passo com um pedido antes de contar com ele.',
      'The platform declares version {{version}} of the interface. Comanda is made for version 2: try every step with one order before you rely on it.',
      'La plataforma informa la versión {{version}} de la interfaz. Comanda está hecho para la versión 2: pruebe cada paso con un pedido antes de contar con él.',
    ],
    clientIds: {
      'by-app': [
        'Na plataforma, estas credenciais valem para todas as lojas do aplicativo.',
        'On this platform these credentials are valid for all stores of the app.',
        'En esta plataforma, estas credenciales valen para todos los locales de la aplicación.',
      ],
      'by-merchant': [
        'Na plataforma, cada loja tem as próprias credenciais: conecte um Comanda por loja.',
        'On this platform each store has its own credentials: connect one Comanda for each store.',
        'En esta plataforma, cada local tiene sus propias credenciales: conecte un Comanda por local.',
      ],
      either: [
        'A plataforma aceita credenciais para todas as lojas do aplicativo ou para uma só loja.',
        'This platform issues credentials for all stores of the app or for a single store.',
        'Esta plataforma emite credenciales para todos los locales de la aplicación o para un solo local.',
      ],
    },
    status: [
      'Para o suporte: resposta HTTP {{status}}',
      'For support: HTTP answer {{status}}',
      'Para el soporte: respuesta HTTP {{status}}',
    ],
    again: ['Testar de novo', 'Test again', 'Probar otra vez'],
    changeAddress: ['Trocar o endereço', 'Change the address', 'Cambiar la dirección'],
    changeCredentials: [
      'Trocar identificação e senha',
      'Change ID and password',
      'Cambiar identificación y contraseña',
    ],
    keepAnyway: ['Salvar e continuar', 'Save and continue', 'Guardar y continuar'],
    keepAnywayWhy: [
      'O problema não está no que você digitou. Pode salvar: o Comanda tenta automaticamente até conseguir.',
      'The problem is not in what you entered. You can save it: Comanda keeps trying automatically until it works.',
      'El problema no está en lo que ingresó. Puede guardarlo: Comanda lo intenta automáticamente hasta lograrlo.',
    ],
  },
  keep: {
    keeping: ['Salvando no cofre de senhas…', 'Saving in the keychain…', 'Guardando en el llavero…'],
    again: ['Salvar de novo', 'Save again', 'Guardar otra vez'],
    thisRun: ['Manter somente até fechar', 'Keep until it is closed', 'Mantener solo hasta cerrar'],
    thisRunWhy: [
      'Sem o cofre, as credenciais podem ficar só na memória: ao fechar o Comanda ou desligar o computador, será preciso digitá-las de novo. Nada é gravado sem proteção.',
      'Without the keychain the credentials can only stay in memory: after Comanda is closed or the computer is switched off they have to be entered again. Nothing is stored unprotected.',
      'Sin el llavero, las credenciales pueden quedar solo en la memoria: al cerrar Comanda o apagar la computadora habrá que ingresarlas de nuevo. Nada se graba sin protección.',
    ],
  },
} as const
