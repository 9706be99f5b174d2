/** The texts about the program and its webhook, in the settings. */
export const PROGRAM = {
  webhook: {
    explain: [
      'Com o webhook a plataforma avisa cada pedido na hora, sem esperar a próxima busca. O Comanda continua buscando: um pedido cujo aviso se perde chega na próxima busca. Se a plataforma não oferece busca, os pedidos chegam só por aqui.',
      'With the webhook the platform announces each order at once, without waiting for the next check. Comanda keeps checking: an order whose notice is lost comes with the next check. If the platform offers no checking, orders come by webhook alone.',
      'Con el webhook la plataforma avisa cada pedido al instante, sin esperar la próxima consulta. Comanda sigue consultando: un pedido cuyo aviso se pierde llega con la próxima consulta. Si la plataforma no ofrece consultas, los pedidos llegan solo por aquí.',
    ],
    switch: ['Receber avisos da plataforma', 'Receive notices from the platform', 'Recibir avisos de la plataforma'],
    bind: ['Quem alcança este computador', 'Devices that can reach this computer', 'Quién alcanza esta computadora'],
    loopback: ['Só este computador', 'This computer only', 'Solo esta computadora'],
    lan: ['Toda a rede da loja', 'The whole network of the store', 'Toda la red del local'],
    lanWarning: [
      'Todos os aparelhos da mesma rede, também no Wi-Fi dos clientes, conseguem falar com esta porta. Só avisos assinados pela plataforma são aceitos. Prefira “Só este computador” se o túnel roda aqui.',
      'Every device of the same network, on the guests’ Wi-Fi too, can talk to this port. Only notices signed by the platform are accepted. Prefer “This computer only” if the tunnel runs here.',
      'Todos los aparatos de la misma red, también en el Wi-Fi de los clientes, pueden hablar con este puerto. Solo se aceptan avisos firmados por la plataforma. Prefiera “Solo esta computadora” si el túnel funciona aquí.',
    ],
    port: ['Porta', 'Port', 'Puerto'],
    portHint: [
      'Mude somente se outro programa já usa esta porta.',
      'Change it only if another program uses this port already.',
      'Cámbielo solo si otro programa ya usa este puerto.',
    ],
    state: {
      off: ['Desligado.', 'Off.', 'Apagado.'],
      starting: ['Ligando…', 'Starting…', 'Encendiendo…'],
      listening: ['Pronto para receber.', 'Ready to receive.', 'Listo para recibir.'],
      failed: ['Não está recebendo.', 'Not receiving.', 'No está recibiendo.'],
    },
    trouble: {
      'port-in-use': [
        'Outro programa já usa esta porta: escolha outra.',
        'Another program uses this port already: choose another one.',
        'Otro programa ya usa este puerto: elija otro.',
      ],
      'not-permitted': [
        'Este computador não deixa usar esta porta: escolha outra.',
        'This computer does not let the port be used: choose another one.',
        'Esta computadora no deja usar este puerto: elija otro.',
      ],
      failed: [
        'Desligue e ligue de novo; se continuar, salve o relatório em Suporte.',
        'Switch it off and on again; if it stays like this, save the report under Support.',
        'Apáguelo y enciéndalo de nuevo; si sigue así, guarde el informe en Soporte.',
      ],
    },
    address: ['Endereço que recebe os avisos', 'Address that receives the notices', 'Dirección que recibe los avisos'],
    copy: [
      'Para copiar: toque no endereço, ele fica marcado inteiro; depois Ctrl+C.',
      'To copy: tap the address, all of it is selected; then Ctrl+C.',
      'Para copiar: toque la dirección, queda marcada entera; después Ctrl+C.',
    ],
    register: [
      'A plataforma precisa de um endereço público com https://. Cadastre lá o endereço do seu túnel ou roteador, com o mesmo final, e encaminhe-o para o endereço acima.',
      'The platform needs a public address with https://. Register the address of your tunnel or router there, with the same ending, and forward it to the address above.',
      'La plataforma necesita una dirección pública con https://. Registre allí la dirección de su túnel o router, con el mismo final, y diríjala a la dirección de arriba.',
    ],
    last: ['Último aviso', 'Last notice', 'Último aviso'],
    none: [
      'Nenhum aviso chegou desde que o Comanda abriu.',
      'No notice has arrived since Comanda was opened.',
      'No llegó ningún aviso desde que se abrió Comanda.',
    ],
    counts: [
      'Desde a abertura: {{accepted}} aceitos, {{refused}} recusados.',
      'Since it was opened: {{accepted}} accepted, {{refused}} refused.',
      'Desde la apertura: {{accepted}} aceptados, {{refused}} rechazados.',
    ],
    verdict: {
      accepted: ['Aceito.', 'Accepted.', 'Aceptado.'],
      duplicate: [
        'Aceito; o Comanda já tinha este aviso.',
        'Accepted; Comanda had this notice already.',
        'Aceptado; Comanda ya tenía este aviso.',
      ],
      unreadable: [
        'A assinatura está certa, mas o aviso não pôde ser lido. Os pedidos chegam pela busca.',
        'The signature is right, but the notice could not be read. Orders still arrive by checking.',
        'La firma es correcta, pero el aviso no se pudo leer. Los pedidos llegan por consulta.',
      ],
      'signature-missing': [
        'Recusado: veio sem assinatura. Não era da plataforma, ou ela não assina os avisos.',
        'Refused: not signed. It was not the platform, or the platform does not sign.',
        'Rechazado: vino sin firma. No era la plataforma, o ella no firma los avisos.',
      ],
      'signature-wrong': [
        'Recusado: assinatura errada. A senha do aplicativo (client_secret) daqui é a que a plataforma usa?',
        'Refused: wrong signature. Is the password of the app (client_secret) here the one that the platform uses?',
        'Rechazado: firma incorrecta. ¿La contraseña de la aplicación (client_secret) de aquí es la que usa la plataforma?',
      ],
      outdated: [
        'Recusado: assinado, mas de mais de três dias atrás. Alguém enviou de novo um aviso antigo.',
        'Refused: signed, but more than three days old. Someone sent an old notice again.',
        'Rechazado: firmado, pero de hace más de tres días. Alguien volvió a enviar un aviso antiguo.',
      ],
      'too-large': ['Recusado: grande demais.', 'Refused: too large.', 'Rechazado: demasiado grande.'],
      'too-many': [
        'Recusado: avisos demais ao mesmo tempo.',
        'Refused: too many at the same time.',
        'Rechazado: demasiados avisos a la vez.',
      ],
      'no-credentials': [
        'Recusado: este computador ainda não tem as credenciais. Toque em “Configurar o Comanda”.',
        'Refused: this computer does not have the credentials yet. Tap “Set up Comanda”.',
        'Rechazado: esta computadora aún no tiene las credenciales. Toque “Configurar Comanda”.',
      ],
      storage: [
        'Recusado: este computador não conseguiu gravar. Libere espaço no disco.',
        'Refused: this computer could not store it. Free some disk space.',
        'Rechazado: esta computadora no pudo guardarlo. Libere espacio en el disco.',
      ],
    },
  },
  disconnect: {
    title: ['Desconectar esta cozinha', 'Disconnect this kitchen', 'Desconectar esta cocina'],
    explain: [
      'Tira as credenciais do cofre de senhas deste computador. Não chegam mais pedidos.',
      'Removes the credentials from the keychain of this computer. No more orders come in.',
      'Quita las credenciales del llavero de esta computadora. No llegan más pedidos.',
    ],
    begin: ['Desconectar…', 'Disconnect…', 'Desconectar…'],
    warning: [
      'Os pedidos não chegam mais a esta tela. Apagar também os dados tira pedidos, histórico, ajustes e PIN deste computador, e fecha o Comanda. Não dá para desfazer.',
      'Orders no longer reach this screen. Erasing the data too removes orders, history, settings and PIN from this computer, and closes Comanda. It cannot be undone.',
      'Los pedidos ya no llegan a esta pantalla. Borrar también los datos quita pedidos, historial, ajustes y PIN de esta computadora, y cierra Comanda. No se puede deshacer.',
    ],
    back: ['Continuar conectado', 'Stay connected', 'Seguir conectado'],
    keep: ['Desconectar e manter os dados', 'Disconnect, keep the data', 'Desconectar y conservar los datos'],
    erase: ['Desconectar e apagar tudo', 'Disconnect and erase everything', 'Desconectar y borrar todo'],
    done: [
      'Desconectado. As credenciais foram apagadas.',
      'Disconnected. The credentials are erased.',
      'Desconectado. Las credenciales se borraron.',
    ],
    refused: [
      'O cofre de senhas não deixa apagar as credenciais. Desbloqueie-o e tente de novo. Nada foi apagado.',
      'The keychain does not let the credentials be erased. Unlock it and try again. Nothing was erased.',
      'El llavero no deja borrar las credenciales. Desbloquéelo e inténtelo de nuevo. No se borró nada.',
    ],
  },
  support: {
    report: ['Relatório para o suporte', 'Report for support', 'Informe para soporte'],
    reportExplain: [
      'Um arquivo com versões, contagens e registros técnicos. Não contém nomes, endereços, observações nem senhas.',
      'A file with versions, counts and technical records. It holds no names, addresses, notes or passwords.',
      'Un archivo con versiones, cantidades y registros técnicos. No contiene nombres, direcciones, notas ni contraseñas.',
    ],
    saveReport: ['Salvar o relatório', 'Save the report', 'Guardar el informe'],
    settings: ['Ajustes em um arquivo', 'Settings in a file', 'Ajustes en un archivo'],
    settingsExplain: [
      'Para montar outra tela igual a esta. As credenciais e o PIN não vão junto: cada computador tem os seus.',
      'To set up another screen like this one. Credentials and PIN are not included: each computer has its own.',
      'Para montar otra pantalla igual a esta. Las credenciales y el PIN no se incluyen: cada computadora tiene los suyos.',
    ],
    saveSettings: ['Salvar os ajustes', 'Save the settings', 'Guardar los ajustes'],
    takeSettings: ['Carregar de um arquivo', 'Load from a file', 'Cargar de un archivo'],
    program: ['Programa', 'Program', 'Programa'],
    version: ['Comanda {{version}}', 'Comanda {{version}}', 'Comanda {{version}}'],
    quit: ['Fechar o Comanda', 'Close Comanda', 'Cerrar Comanda'],
    quitWarning: [
      'Fechado, o Comanda não recebe pedidos nem toca alarme, e a plataforma pode fechar a loja.',
      'While Comanda is closed it receives no orders and rings no alarm, and the platform may close the store.',
      'Cerrado, Comanda no recibe pedidos ni hace sonar la alarma, y la plataforma puede cerrar el local.',
    ],
    quitNow: ['Fechar mesmo assim', 'Close anyway', 'Cerrar de todos modos'],
    stay: ['Continuar aberto', 'Stay open', 'Dejar abierto'],
  },
  updates: {
    title: ['Atualizações', 'Updates', 'Actualizaciones'],
    state: {
      off: [
        'Esta instalação do Comanda não busca atualizações.',
        'This installation of Comanda does not look for updates.',
        'Esta instalación de Comanda no busca actualizaciones.',
      ],
      unsupported: [
        'Esta instalação do Comanda não pode ser atualizada por aqui.',
        'This installation of Comanda cannot be updated here.',
        'Esta instalación de Comanda no se puede actualizar desde aquí.',
      ],
      idle: [
        'Comanda {{current}}. Não há versão nova.',
        'Comanda {{current}}. There is no new version.',
        'Comanda {{current}}. No hay ninguna versión nueva.',
      ],
      checking: ['Procurando…', 'Checking…', 'Buscando…'],
      downloading: [
        'Baixando a versão {{version}}: {{percent}} %.',
        'Downloading version {{version}}: {{percent}}%.',
        'Descargando la versión {{version}}: {{percent}} %.',
      ],
      ready: [
        'A versão {{version}} está pronta para instalar.',
        'Version {{version}} is ready to install.',
        'La versión {{version}} está lista para instalar.',
      ],
      installing: [
        'Instalando a versão {{version}}…',
        'Installing version {{version}}…',
        'Instalando la versión {{version}}…',
      ],
    },
    trouble: {
      unreachable: [
        'O servidor das atualizações não respondeu. Os pedidos não dependem dele; o Comanda tenta de novo.',
        'The update server did not answer. Orders do not depend on it; Comanda tries again.',
        'El servidor de actualizaciones no respondió. Los pedidos no dependen de él; Comanda vuelve a intentar.',
      ],
      'feed-broken': [
        'As atualizações desta instalação não podem ser usadas. Avise o suporte.',
        'The updates of this installation cannot be used. Tell support.',
        'Las actualizaciones de esta instalación no se pueden usar. Avise a soporte.',
      ],
      signature: [
        'A atualização não tem a assinatura certa e não foi usada. Avise o suporte.',
        'The update does not have the right signature and was not used. Tell support.',
        'La actualización no tiene la firma correcta y no se usó. Avise a soporte.',
      ],
      'download-broken': [
        'O que foi baixado está incompleto ou errado e foi apagado. O Comanda tenta de novo.',
        'What was downloaded is incomplete or wrong and was deleted. Comanda tries again.',
        'Lo descargado está incompleto o dañado y se borró. Comanda vuelve a intentar.',
      ],
      'disk-full': [
        'Falta espaço no disco para baixar a atualização.',
        'There is too little disk space to download the update.',
        'Falta espacio en el disco para descargar la actualización.',
      ],
      'install-failed': [
        'A atualização não pôde ser instalada. O Comanda continua com a versão atual.',
        'The update could not be installed. Comanda keeps the current version.',
        'La actualización no se pudo instalar. Comanda sigue con la versión actual.',
      ],
    },
    hold: {
      'orders-open': [
        'Há pedidos em aberto. O botão para instalar aparece quando todos estiverem prontos e entregues.',
        'There are open orders. The button to install appears when all of them are ready and handed over.',
        'Hay pedidos abiertos. El botón para instalar aparece cuando todos estén listos y entregados.',
      ],
      'taps-unsent': [
        'Há toques que ainda não chegaram à plataforma. Espere até que sejam enviados.',
        'Some taps have not reached the platform yet. Wait until they are sent.',
        'Hay toques que todavía no llegaron a la plataforma. Espere a que se envíen.',
      ],
      storage: [
        'Este computador não está conseguindo gravar os pedidos. Libere espaço no disco primeiro.',
        'This computer cannot store orders at the moment. Free some disk space first.',
        'Esta computadora no está pudiendo guardar los pedidos. Libere primero espacio en el disco.',
      ],
      'not-writable': [
        'Este usuário do computador não pode trocar o arquivo do Comanda. Chame quem o instalou.',
        'This user of the computer may not replace the file of Comanda. Call the person who installed it.',
        'Este usuario de la computadora no puede cambiar el archivo de Comanda. Llame a quien lo instaló.',
      ],
    },
    install: ['Instalar a versão {{version}}…', 'Install version {{version}}…', 'Instalar la versión {{version}}…'],
    warning: [
      'A tela fecha e volta em menos de um minuto. Pedidos e ajustes continuam guardados.',
      'The screen closes and is back in less than a minute. Orders and settings are kept.',
      'La pantalla se cierra y vuelve en menos de un minuto. Pedidos y ajustes quedan guardados.',
    ],
    needsPerson: [
      'O computador vai pedir a senha de um administrador.',
      'The computer will ask for the password of an administrator.',
      'La computadora va a pedir la contraseña de un administrador.',
    ],
    later: ['Agora não', 'Not now', 'Ahora no'],
    installNow: ['Fechar e instalar', 'Close and install', 'Cerrar e instalar'],
    byItself: [
      'O Comanda procura uma vez por dia. Instala automaticamente só no horário de silêncio do alarme e sem pedidos em aberto.',
      'Comanda checks once a day. It installs automatically only in the quiet hours of the alarm and without open orders.',
      'Comanda busca una vez al día. Se instala automáticamente solo en el horario de silencio de la alarma y sin pedidos abiertos.',
    ],
    byHand: [
      'O Comanda procura uma vez por dia. Instala só por este botão.',
      'Comanda checks once a day. It installs only with this button.',
      'Comanda busca una vez al día. Se instala solo con este botón.',
    ],
    checked: ['Última procura: {{when}}', 'Last check: {{when}}', 'Última búsqueda: {{when}}'],
    neverChecked: ['Ainda não procurou.', 'Not checked yet.', 'Todavía no buscó.'],
    check: ['Procurar agora', 'Check now', 'Buscar ahora'],
  },
  file: {
    unusable: [
      'O arquivo não pôde ser usado: escolha outra pasta ou outro arquivo.',
      'The file could not be used: choose another folder or another file.',
      'El archivo no se pudo usar: elija otra carpeta u otro archivo.',
    ],
    unreadable: [
      'Este arquivo não tem ajustes do Comanda. Nada foi mudado.',
      'This file has no settings of Comanda. Nothing was changed.',
      'Este archivo no tiene ajustes de Comanda. No se cambió nada.',
    ],
    taken_one: ['{{count}} ajuste carregado.', '{{count}} setting loaded.', '{{count}} ajuste cargado.'],
    taken_many: ['{{count}} de ajustes carregados.', '{{count}} settings loaded.', '{{count}} de ajustes cargados.'],
    taken_other: ['{{count}} ajustes carregados.', '{{count}} settings loaded.', '{{count}} ajustes cargados.'],
    refused: ['Ficaram como estavam:', 'These stayed as they were:', 'Quedaron como estaban:'],
    unknown: ['esta versão não conhece', 'unknown to this version', 'esta versión no lo conoce'],
    invalid: [
      'valor que não existe ou fora dos limites',
      'no such value, or out of range',
      'valor inexistente o fuera de los límites',
    ],
  },
} as const
