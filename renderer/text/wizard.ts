import { CONNECTION } from './connection.ts'

/** The texts of the guided set-up. */
export const WIZARD = {
  ...CONNECTION,
  title: ['Configuração', 'Setup', 'Configuración'],
  later: ['Continuar depois', 'Continue later', 'Continuar después'],
  backToBoard: ['Voltar ao painel', 'Back to the board', 'Volver al tablero'],
  next: ['Continuar', 'Continue', 'Continuar'],
  skip: ['Pular', 'Skip', 'Omitir'],
  step: {
    connection: ['Plataforma', 'Platform', 'Plataforma'],
    screen: ['Tela', 'Screen', 'Pantalla'],
    sound: ['Som', 'Sound', 'Sonido'],
    practice: ['Pedido de treino', 'Practice order', 'Pedido de práctica'],
    pin: ['PIN', 'PIN', 'PIN'],
    done: ['Pronto', 'Done', 'Listo'],
    language: ['Idioma', 'Language', 'Idioma'],
  },
  field: {
    paste: ['Colar', 'Paste', 'Pegar'],
    nothingCopied: ['Nada foi copiado ainda.', 'Nothing has been copied yet.', 'Todavía no se copió nada.'],
  },
  language: {
    title: ['Em que idioma vamos trabalhar?', 'Which language shall we work in?', '¿En qué idioma vamos a trabajar?'],
    lead: [
      'Pode ser trocado depois, nos ajustes.',
      'It can be changed later, in the settings.',
      'Se puede cambiar después, en los ajustes.',
    ],
  },
  practiceProfile: [
    'Este Comanda é só para treino: não há nada para conectar.',
    'This Comanda is for practice only: there is nothing to connect.',
    'Este Comanda es solo para practicar: no hay nada que conectar.',
  ],
  screen: {
    title: ['Tela e distância', 'Screen and distance', 'Pantalla y distancia'],
    lead: [
      'Para que letras e botões tenham o tamanho certo no lugar onde a tela fica.',
      'So that letters and buttons have the right size where the screen hangs.',
      'Para que letras y botones tengan el tamaño justo en el lugar donde está la pantalla.',
    ],
  },
  sound: {
    title: [
      'Dá para ouvir o alarme na cozinha?',
      'Can the alarm be heard in the kitchen?',
      '¿Se oye la alarma en la cocina?',
    ],
    lead: [
      'Ligue o exaustor e tudo o que faz barulho, e toque o alarme.',
      'Turn on the extractor fan and everything that is loud, and play the alarm.',
      'Encienda el extractor y todo lo que haga ruido, y haga sonar la alarma.',
    ],
    play: ['Tocar o alarme', 'Play the alarm', 'Hacer sonar la alarma'],
    heard: ['Ouvi bem', 'I hear it well', 'La oigo bien'],
    notHeard: ['Não ouvi', 'I hear nothing', 'No la oigo'],
    heardDone: [
      'Ótimo. O alarme toca até alguém atender cada pedido.',
      'Good. The alarm rings until each order is taken care of.',
      'Muy bien. La alarma suena hasta que alguien atiende cada pedido.',
    ],
    advice: [
      'Aumente o volume do computador, confira se a caixa de som está ligada e escolhida como saída, e toque de novo.',
      'Turn up the volume of the computer, check that the speaker is on and chosen as the output, and play it again.',
      'Suba el volumen de la computadora, revise que el parlante esté encendido y elegido como salida, y pruebe otra vez.',
    ],
    failed: [
      'Este computador não deixou tocar nenhum som. Confira a placa de som.',
      'This computer did not let any sound play. Check the sound card.',
      'Esta computadora no dejó sonar nada. Revise la placa de sonido.',
    ],
  },
  practice: {
    title: ['Um pedido de treino', 'A practice order', 'Un pedido de práctica'],
    lead: [
      'Ele não existe, não vai para a plataforma e ninguém precisa cozinhar.',
      'It does not exist, it never reaches the platform, and nobody has to cook.',
      'No existe, no llega a la plataforma y nadie tiene que cocinar.',
    ],
    banner: ['TREINO', 'PRACTICE', 'PRÁCTICA'],
    loading: ['Chegando…', 'Coming in…', 'Llegando…'],
    tap: ['Toque no botão grande do pedido.', 'Tap the big button of the order.', 'Toque el botón grande del pedido.'],
    more: [
      'Aceito! Siga até o fim, se quiser.',
      'Accepted! Continue to the end if you like.',
      '¡Aceptado! Siga hasta el final, si quiere.',
    ],
    over: [
      'Entregue. É assim que um pedido vai até o fim.',
      'Delivered. This is how an order ends.',
      'Entregado. Así llega un pedido a su fin.',
    ],
    failed: [
      'O treino não começou. Você pode pular este passo.',
      'The practice did not begin. You can skip this step.',
      'La práctica no comenzó. Puede omitir este paso.',
    ],
  },
  pin: {
    title: ['Quem pode mudar os ajustes?', 'Who may change the settings?', '¿Quién puede cambiar los ajustes?'],
    choose: ['Escolher um PIN', 'Choose a PIN', 'Elegir un PIN'],
    decline: ['Continuar sem PIN', 'Continue without a PIN', 'Continuar sin PIN'],
    declined: [
      'Sem PIN: qualquer pessoa diante da tela pode mudar os ajustes e fechar o programa. Depois da configuração, o primeiro PIN pede a senha do aplicativo (client_secret).',
      'No PIN: anyone at the screen can change the settings and close the program. After setup the first PIN needs the password of the app (client_secret).',
      'Sin PIN: cualquier persona ante la pantalla puede cambiar los ajustes y cerrar el programa. Después de la configuración, el primer PIN pide la contraseña de la aplicación (client_secret).',
    ],
    isSet: ['PIN definido. Guarde-o bem.', 'A PIN is set. Keep it safe.', 'Hay un PIN definido. Guárdelo bien.'],
  },
  done: {
    title: ['Tudo pronto', 'All set', 'Todo listo'],
    lead: [
      'Os pedidos chegam ao painel automaticamente. Tudo isto pode ser mudado nos ajustes.',
      'Orders reach the board automatically. All of this can be changed in the settings.',
      'Los pedidos llegan automáticamente al tablero. Todo esto se cambia en los ajustes.',
    ],
    open: ['Abrir o painel', 'Open the board', 'Abrir el tablero'],
    connected: ['Conectado a {{address}}', 'Connected to {{address}}', 'Conectado a {{address}}'],
    notConnected: [
      'Ainda sem conexão: volte ao passo “Plataforma”',
      'Not connected yet: go back to the step “Platform”',
      'Todavía sin conexión: vuelva al paso “Plataforma”',
    ],
    thisRun: [
      'Credenciais somente até fechar o Comanda',
      'Credentials only until Comanda is closed',
      'Credenciales solo hasta cerrar Comanda',
    ],
    heard: ['O alarme foi ouvido', 'The alarm was heard', 'La alarma se oyó'],
    notHeard: ['O alarme ainda não foi ouvido', 'The alarm has not been heard yet', 'La alarma todavía no se oyó'],
    practised: ['Pedido de treino aceito', 'Practice order accepted', 'Pedido de práctica aceptado'],
    notPractised: ['Pedido de treino pulado', 'Practice order skipped', 'Pedido de práctica omitido'],
  },
} as const
