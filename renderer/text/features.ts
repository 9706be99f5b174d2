import { CUSTOMERS } from '../../shared/i18n/customers.ts'
import { HISTORY } from '../../shared/i18n/history.ts'
import { PAPER } from '../../shared/i18n/paper.ts'
import { PAYMENT } from '../../shared/i18n/payment.ts'
import type { FirstTexts, Rows, TextsLike } from '../../shared/i18n/texts.ts'
import { SETTINGS } from './settings.ts'
import { SETUP } from './setup.ts'
import { WIZARD } from './wizard.ts'

/**
 * The texts of the features, by namespace: one row for each text, with its words in the order of `LOCALES`. They are loaded with
 * the first feature, not with the board.
 */
export const FEATURES = {
  settings: SETTINGS,
  wizard: WIZARD,
  setup: SETUP,
  history: HISTORY,
  paper: PAPER,
  customers: CUSTOMERS,
  payment: PAYMENT,
  courier: {
    coming: ['Entregador a caminho', 'Courier on the way here', 'Repartidor en camino'],
    'at-store': ['Entregador na loja', 'Courier is here', 'Repartidor en el local'],
    collected: ['Retirado pelo entregador', 'Collected by courier', 'Retirado por el repartidor'],
    'on-the-way': ['A caminho do cliente', 'On the way to the customer', 'En camino al cliente'],
    'at-customer': ['Entregador no cliente', 'Courier at the customer', 'Repartidor con el cliente'],
  },
  handOver: {
    change: ['Troco a devolver: {{amount}}', 'Change to give: {{amount}}', 'Cambio a devolver: {{amount}}'],
    label: ['Entrega no balcão', 'Hand-over at the counter', 'Entrega en el mostrador'],
    ready: ['Prontos para entregar', 'Ready to hand over', 'Listos para entregar'],
    readyEmpty: ['Nada esperando no balcão', 'Nothing waiting at the counter', 'Nada espera en el mostrador'],
    preparing: ['Ainda na cozinha', 'Still in the kitchen', 'Aún en la cocina'],
    preparingEmpty: ['Nada na cozinha', 'Nothing in the kitchen', 'Nada en la cocina'],
    order: ['Pedido', 'Order', 'Pedido nº'],
    due: ['{{time}}, em {{duration}}', '{{time}}, in {{duration}}', '{{time}}, en {{duration}}'],
    overdue: ['{{time}}, atrasado {{duration}}', '{{time}}, late by {{duration}}', '{{time}}, atrasado {{duration}}'],
    waiting: ['pedido há {{duration}}', 'ordered {{duration}} ago', 'pedido hace {{duration}}'],
  },
  cancelling: {
    title: ['Cancelar pedido {{displayId}}', 'Cancel order {{displayId}}', 'Cancelar el pedido {{displayId}}'],
    explain: [
      'A plataforma decide. Até ela responder, o pedido continua valendo.',
      'The platform decides. Until it answers, the order stands.',
      'La plataforma decide. Hasta que responda, el pedido sigue en pie.',
    ],
    reasons: ['Motivo', 'Reason', 'Motivo'],
    details: ['Detalhe (opcional)', 'Details (optional)', 'Detalle (opcional)'],
    send: ['Pedir cancelamento', 'Request cancellation', 'Solicitar cancelación'],
    alreadyCancelled: [
      'Este pedido acaba de ser cancelado pela plataforma.',
      'The platform has just cancelled this order.',
      'La plataforma acaba de cancelar este pedido.',
    ],
  },
  wholeOrder: {
    title: ['Pedido {{displayId}} inteiro', 'Whole order {{displayId}}', 'Pedido {{displayId}} completo'],
    previous: ['Anterior', 'Previous', 'Anterior'],
    next: ['Próxima', 'Next', 'Siguiente'],
    part: ['Parte {{part}} de {{parts}}', 'Part {{part}} of {{parts}}', 'Parte {{part}} de {{parts}}'],
  },
  emptyWall: {
    title: ['Tudo em dia', 'All caught up', 'Todo al día'],
    unchecked: ['Nenhum pedido aqui', 'No orders here', 'Ningún pedido aquí'],
    next: [
      'O próximo pedido toca e aparece aqui.',
      'The next order rings and appears here.',
      'El próximo pedido suena y aparece aquí.',
    ],
    scheduled: [
      'Próximo agendado: {{displayId}}, começa às {{time}}',
      'Next scheduled: {{displayId}}, starts at {{time}}',
      'Próximo programado: {{displayId}}, empieza a las {{time}}',
    ],
    sound: ['Som testado às {{time}}', 'Sound tested at {{time}}', 'Sonido probado a las {{time}}'],
  },
  queue: {
    title: ['Envios pendentes', 'Pending taps', 'Toques pendientes'],
    explain: [
      'Nada se perde: cada toque fica guardado até a plataforma confirmar.',
      'Nothing gets lost: every tap is kept until the platform confirms it.',
      'Nada se pierde: cada toque queda guardado hasta que la plataforma lo confirma.',
    ],
    empty: ['Nenhum toque esperando.', 'No tap is pending.', 'Ningún toque pendiente.'],
  },
  removed: {
    title: ['Esta tela foi removida', 'This screen was removed', 'Esta pantalla se quitó'],
    text: [
      'Ela foi removida no computador principal, em Ajustes, “Telas”. Não mostra pedidos nem aceita toques, e os pedidos que guardava foram apagados. Para usá-la de novo, configure-a e conecte-a com um código novo.',
      'It was removed on the main computer, under Settings, “Screens”. It shows no orders and takes no taps, and the orders that it kept are erased. To use it again, set it up and connect it with a new code.',
      'Se quitó en la computadora principal, en Ajustes, “Pantallas”. No muestra pedidos ni acepta toques, y los pedidos que guardaba se borraron. Para usarla de nuevo, configúrela y conéctela con un código nuevo.',
    ],
    again: ['Configurar esta tela de novo', 'Set up this screen again', 'Configurar esta pantalla de nuevo'],
    opening: [
      'O Comanda vai abrir de novo. Se isso não acontecer, abra-o.',
      'Comanda will open again. If it does not, open it.',
      'Comanda se abrirá de nuevo. Si no se abre, ábralo.',
    ],
  },
  code: {
    title: [
      'Conferir código do pedido {{displayId}}',
      'Check the code of order {{displayId}}',
      'Verificar el código del pedido {{displayId}}',
    ],
    explain: [
      'Digite o código que o cliente ou o entregador informar.',
      'Enter the code that the customer or the courier gives you.',
      'Escriba el código que diga el cliente o el repartidor.',
    ],
    input: ['Código', 'Code', 'Código'],
    erase: ['Apagar último', 'Erase last', 'Borrar último'],
    clear: ['Limpar', 'Clear', 'Limpiar'],
    letters: ['ABC', 'ABC', 'ABC'],
    digits: ['123', '123', '123'],
    send: ['Conferir', 'Check', 'Verificar'],
    checking: ['Conferindo…', 'Checking…', 'Verificando…'],
    valid: ['Código correto. Pode entregar.', 'The code is right. Hand it over.', 'Código correcto. Puede entregar.'],
    invalid: [
      'Código errado. Não entregue: confira com a pessoa.',
      'The code is wrong. Do not hand it over: ask the person.',
      'Código incorrecto. No entregue: verifique con la persona.',
    ],
  },
  sound: {
    title: ['Alarme', 'Alarm', 'Alarma'],
    testTitle: ['Teste de som', 'Sound test', 'Prueba de sonido'],
    testExplain: [
      'Toque em cada som. Dá para ouvir do fogão, com o exaustor ligado?',
      'Tap each sound. Can you hear it from the stove with the extractor fan on?',
      'Toque cada sonido. ¿Se oye desde el fuego con el extractor encendido?',
    ],
    testCancelled: ['Cancelado: pare', 'Cancelled: stop', 'Cancelado: pare'],
    testStale: ['Sem atualização', 'Out of date', 'Sin actualizar'],
    testHeard: ['Ouvi bem', 'I heard it', 'Lo oí bien'],
    testNotHeard: ['Não ouvi', 'I did not hear it', 'No lo oí'],
    testHelp: [
      'Aumente o volume do computador e confira a caixa de som. Até lá, olhe o painel.',
      "Turn up the computer's volume and check the speaker. Until then, watch the board.",
      'Suba el volumen de la computadora y revise el parlante. Hasta entonces, mire el tablero.',
    ],
    testedAt: ['Ouvido às {{time}}', 'Heard at {{time}}', 'Oído a las {{time}}'],
    volume: ['Volume do alarme', 'Alarm volume', 'Volumen de la alarma'],
    interval: ['Repetir o alarme a cada', 'Repeat the alarm every', 'Repetir la alarma cada'],
    escalate: ['Mais alto depois de', 'Louder after', 'Más fuerte después de'],
    delay: [
      'Tocar mais uma vez se o pedido atrasar',
      'Ring again when an order is late by',
      'Sonar otra vez si un pedido se atrasa',
    ],
    quiet: ['Horário de silêncio', 'Quiet hours', 'Horario de silencio'],
    earlier: ['Mais cedo', 'Earlier', 'Antes'],
    later: ['Mais tarde', 'Later', 'Después'],
    from: ['Das', 'From', 'Desde'],
    to: ['Às', 'To', 'Hasta'],
  },
  keyboard: {
    symbols: ['#+=', '#+=', '#+='],
    letters: ['abc', 'abc', 'abc'],
    key: {
      shift: ['Maiúsculas', 'Capitals', 'Mayúsculas'],
      delete: ['Apagar', 'Delete', 'Borrar'],
      page: ['Símbolos ou letras', 'Symbols or letters', 'Símbolos o letras'],
      space: ['Espaço', 'Space', 'Espacio'],
      done: ['Pronto', 'Done', 'Listo'],
    },
    when: {
      auto: ['Ao tocar num campo', 'When a field is touched', 'Al tocar un campo'],
      always: ['Sempre', 'Always', 'Siempre'],
      never: ['Nunca', 'Never', 'Nunca'],
    },
  },
  lock: {
    title: ['Digite o PIN', 'Enter the PIN', 'Escriba el PIN'],
    pin: ['PIN', 'PIN', 'PIN'],
    open: ['Abrir', 'Unlock', 'Abrir'],
    cancel: ['Cancelar', 'Cancel', 'Cancelar'],
    purpose: {
      settings: [
        'Os ajustes estão bloqueados. Os pedidos continuam funcionando sem o PIN.',
        'The settings are locked. Orders keep working without the PIN.',
        'Los ajustes están bloqueados. Los pedidos siguen funcionando sin el PIN.',
      ],
      history: ['O histórico pede o PIN.', 'The history asks for the PIN.', 'El historial pide el PIN.'],
      report: ['Salvar o relatório pede o PIN.', 'Saving the report needs the PIN.', 'Guardar el informe pide el PIN.'],
      quit: [
        'Fechar o Comanda pede o PIN. Fechado, ele não recebe pedidos.',
        'Closing Comanda needs the PIN. While it is closed it receives no orders.',
        'Cerrar Comanda pide el PIN. Cerrado, no recibe pedidos.',
      ],
    },
    tooMany: ['Foram tentativas demais.', 'Too many attempts.', 'Fueron demasiados intentos.'],
    wait: [
      'A próxima tentativa pode ser feita em {{time}}.',
      'The next attempt can be made in {{time}}.',
      'El próximo intento se puede hacer en {{time}}.',
    ],
    lost: [
      'PIN perdido? Quem cuida deste computador inicia o Comanda uma vez com --reset-pin.',
      'PIN lost? Whoever looks after this computer starts Comanda once with --reset-pin.',
      '¿PIN perdido? Quien cuida esta computadora inicia Comanda una vez con --reset-pin.',
    ],
    section: {
      explain: [
        'Com um PIN, quem passa pelo balcão só pode tocar nos pedidos: ajustes, salvar o histórico e fechar o programa ficam bloqueados.',
        'With a PIN, people at the counter can only tap orders: settings, saving the history and closing the program are locked.',
        'Con un PIN, quien pasa por el mostrador solo puede tocar los pedidos: los ajustes, guardar el historial y cerrar el programa quedan bloqueados.',
      ],
      none: [
        'Sem PIN: qualquer pessoa diante da tela pode mudar os ajustes e fechar o programa.',
        'No PIN: anyone at the screen can change the settings and close the program.',
        'Sin PIN: cualquier persona ante la pantalla puede cambiar los ajustes y cerrar el programa.',
      ],
      isSet: ['PIN definido.', 'A PIN is set.', 'Hay un PIN definido.'],
      locksIn: [
        'Bloqueia automaticamente após {{time}} sem uso.',
        'Locks automatically after {{time}} without use.',
        'Se bloquea automáticamente tras {{time}} sin uso.',
      ],
      set: ['Definir um PIN', 'Set a PIN', 'Definir un PIN'],
      change: ['Trocar o PIN', 'Change the PIN', 'Cambiar el PIN'],
      remove: ['Remover o PIN', 'Remove the PIN', 'Quitar el PIN'],
      lockNow: ['Bloquear agora', 'Lock now', 'Bloquear ahora'],
      lost: [
        'Guarde o PIN. Perdido, ele só é removido iniciando o Comanda neste computador uma vez com --reset-pin.',
        'Keep the PIN safe. Lost, it can only be removed by starting Comanda on this computer once with --reset-pin.',
        'Guarde bien el PIN. Perdido, solo se quita iniciando Comanda en esta computadora una vez con --reset-pin.',
      ],
      needsSecret: [
        'Depois da configuração, o primeiro PIN pede também a senha do aplicativo (client_secret).',
        'After setup the first PIN also needs the password of the app (client_secret).',
        'Después de la configuración, el primer PIN pide también la contraseña de la aplicación (client_secret).',
      ],
    },
    step: {
      current: ['PIN atual', 'Current PIN', 'PIN actual'],
      fresh: ['PIN novo, de 4 a 12 números', 'New PIN, 4 to 12 digits', 'PIN nuevo, de 4 a 12 números'],
      again: ['PIN novo, outra vez', 'New PIN, once more', 'PIN nuevo, otra vez'],
      secret: [
        'Senha do aplicativo (client_secret)',
        'Password of the app (client_secret)',
        'Contraseña de la aplicación (client_secret)',
      ],
    },
    secret: {
      why: [
        'Só quem pode conectar esta cozinha define o primeiro PIN. A senha está no portal da plataforma e não é guardada de novo aqui.',
        'Only a person who can connect this kitchen sets the first PIN. The password is in the portal of the platform; it is not stored again here.',
        'Solo quien puede conectar esta cocina define el primer PIN. La contraseña está en el portal de la plataforma y aquí no se guarda otra vez.',
      ],
    },
    save: ['Salvar o PIN', 'Save the PIN', 'Guardar el PIN'],
    differ: [
      'Os dois PINs não são iguais. Comece de novo.',
      'The two PINs are not the same. Start again.',
      'Los dos PIN no son iguales. Empiece de nuevo.',
    ],
    saved: ['O PIN foi salvo.', 'The PIN was saved.', 'El PIN se guardó.'],
    removed: [
      'O PIN foi removido. Nada mais está bloqueado.',
      'The PIN was removed. Nothing is locked any more.',
      'El PIN se quitó. Ya nada está bloqueado.',
    ],
  },
  practice: {
    tab: ['Treino', 'Practice', 'Práctica'],
    explain: [
      'Para aprender a usar o painel com pedidos inventados. Eles ficam neste computador: não vão para a plataforma, não se misturam com os pedidos reais e são apagados no fim.',
      'Learn the board with made-up orders. They stay on this computer: they never reach the platform, are never mixed with real orders, and are erased at the end.',
      'Para aprender a usar el tablero con pedidos inventados. Se quedan en esta computadora: no llegan a la plataforma, no se mezclan con los pedidos reales y se borran al final.',
    ],
    promise: [
      'Enquanto você treina, os pedidos reais continuam chegando e ficam guardados. Um pedido real novo, ou um aberto que toque, encerra o treino na hora: o painel real volta e toca.',
      'While you practise, real orders keep coming in and are stored. A new real order, or an open one that rings, ends the practice at once: the real board comes back and rings.',
      'Mientras usted practica, los pedidos reales siguen llegando y quedan guardados. Un pedido real nuevo, o uno abierto que suene, termina la práctica al instante: el tablero real vuelve y suena.',
    ],
    scenario: {
      name: {
        'first-shift': ['Primeiro turno', 'First shift', 'Primer turno'],
        'lunch-rush': ['Pico do almoço', 'Lunch rush', 'Hora pico del almuerzo'],
        duplicates: ['Avisos repetidos', 'Repeated notices', 'Avisos repetidos'],
        cancellation: ['Cancelado durante o preparo', 'Cancelled while cooking', 'Cancelado durante la preparación'],
        outage: ['Dez minutos sem internet', 'Ten minutes without internet', 'Diez minutos sin internet'],
        'clock-jump': ['Relógio errado', 'Wrong clock', 'Reloj equivocado'],
      },
      what: {
        'first-shift': [
          'Poucos pedidos, um de cada vez: aceitar, preparar, deixar pronto.',
          'A few orders, one after the other: accept, prepare, make ready.',
          'Pocos pedidos, uno tras otro: aceptar, preparar, dejar listo.',
        ],
        'lunch-rush': [
          'Quase quarenta pedidos em seis minutos, e alguns cancelados no meio.',
          'Almost forty orders in six minutes, and some of them cancelled.',
          'Casi cuarenta pedidos en seis minutos, y algunos cancelados.',
        ],
        duplicates: [
          'A plataforma manda cada aviso várias vezes e fora de ordem.',
          'The platform sends each notice several times and out of order.',
          'La plataforma manda cada aviso varias veces y en desorden.',
        ],
        cancellation: [
          'Clientes cancelam pedidos que já estão no fogo.',
          'Customers cancel orders that are being cooked.',
          'Los clientes cancelan pedidos que ya están al fuego.',
        ],
        outage: [
          'A internet cai por dez minutos e depois volta, com os pedidos que chegaram nesse tempo.',
          'The internet fails for ten minutes and comes back, with the orders of that time.',
          'Internet falla diez minutos y vuelve, con los pedidos que llegaron en ese tiempo.',
        ],
        'clock-jump': [
          'O relógio do computador pula 47 minutos.',
          'The clock of the computer jumps by 47 minutes.',
          'El reloj de la computadora salta 47 minutos.',
        ],
      },
      lesson: {
        'first-shift': [
          'Cada pedido toca até alguém tocar nele.',
          'Each order rings until someone taps it.',
          'Cada pedido suena hasta que alguien lo toca.',
        ],
        'lunch-rush': [
          'Aceite primeiro, cozinhe depois: o pedido mais perto do prazo aparece no cabeçalho.',
          'Accept first, cook then: the header shows the order that is nearest to its deadline.',
          'Acepte primero, cocine después: el encabezado muestra el pedido más cercano a su plazo.',
        ],
        duplicates: [
          'Cada pedido aparece uma vez só, por mais que o aviso se repita.',
          'Each order is shown once, however often it is announced.',
          'Cada pedido aparece una sola vez, por más que se repita el aviso.',
        ],
        cancellation: [
          'O PARE fica na tela até alguém confirmar.',
          'STOP stays on the screen until someone confirms it.',
          'PARE queda en la pantalla hasta que alguien lo confirma.',
        ],
        outage: [
          'Os toques feitos sem internet ficam guardados e são enviados quando ela volta.',
          'Taps without internet are kept and sent when it is back.',
          'Los toques sin internet quedan guardados y se envían cuando vuelve.',
        ],
        'clock-jump': [
          'Os tempos dos pedidos seguem o relógio da plataforma, não o deste computador.',
          'The times of orders follow the clock of the platform, not that of this computer.',
          'Los tiempos de los pedidos siguen el reloj de la plataforma, no el de esta computadora.',
        ],
      },
    },
    minutes: ['{{minutes}} min', '{{minutes}} min', '{{minutes}} min'],
    begin: ['Começar', 'Start', 'Empezar'],
    open: [
      'Há pedidos reais abertos. Eles somem da tela durante o treino e tocam como sempre.',
      'Real orders are open. They are out of sight while you practise, and ring as always.',
      'Hay pedidos reales abiertos. No se ven durante la práctica y suenan como siempre.',
    ],
    confirm: ['Treinar mesmo assim', 'Practise anyway', 'Practicar de todos modos'],
    notNow: ['Agora não', 'Not now', 'Ahora no'],
    ringing: [
      'Um pedido real está tocando. Atenda esse pedido primeiro.',
      'A real order is ringing. Take care of it first.',
      'Un pedido real está sonando. Atiéndalo primero.',
    ],
    stale: [
      'O painel real está desatualizado. Resolva isso primeiro.',
      'The real board is out of date. See to that first.',
      'El tablero real está desactualizado. Resuélvalo primero.',
    ],
    left: ['Termina em {{time}}', 'Ends in {{time}}', 'Termina en {{time}}'],
    end: ['Encerrar o treino', 'End practice', 'Terminar la práctica'],
    title: ['Como foi: {{name}}', 'How it went: {{name}}', 'Cómo fue: {{name}}'],
    accepted: [
      'Aceitos em até {{minutes}} min',
      'Accepted within {{minutes}} min',
      'Aceptados en {{minutes}} min o menos',
    ],
    of: ['{{done}} de {{all}}', '{{done}} of {{all}}', '{{done}} de {{all}}'],
    cooked: ['Preparados depois do PARE', 'Cooked after STOP', 'Preparados después de PARE'],
    unseen: [
      'Maior tempo sem ninguém tocar em um pedido novo',
      'Longest time until a new order was tapped',
      'Mayor tiempo sin que nadie tocara un pedido nuevo',
    ],
    stop: [
      'Maior tempo até confirmar um PARE',
      'Longest time until a STOP was confirmed',
      'Mayor tiempo hasta confirmar un PARE',
    ],
    waited: ['{{time}} (pedido {{displayId}})', '{{time}} (order {{displayId}})', '{{time}} (el pedido {{displayId}})'],
    none: ['nenhum', 'none', 'ninguno'],
    advice: {
      nothing: [
        'O treino acabou antes de haver o que avaliar.',
        'The practice ended before there was anything to judge.',
        'La práctica terminó antes de que hubiera algo que evaluar.',
      ],
      'cooked-on': [
        'Depois do PARE não toque mais em "Preparar" nem em "Pronto": tire a comida do fogo e confirme que parou.',
        'After STOP do not tap "Prepare" or "Ready" any more: take the food off and confirm that you stopped.',
        'Después de PARE no toque más "Preparar" ni "Listo": retire la comida y confirme que paró.',
      ],
      accept: [
        'Aceite cada pedido novo assim que ele tocar; o preparo pode esperar, o prazo não.',
        'Accept each new order as soon as it rings; cooking can wait, the deadline cannot.',
        'Acepte cada pedido nuevo en cuanto suene; la preparación puede esperar, el plazo no.',
      ],
      unseen: [
        'Toque no pedido assim que ele tocar, mesmo com as mãos ocupadas: assim todos sabem que alguém viu.',
        'Tap an order as soon as it rings, even with your hands full: then everyone knows that it was seen.',
        'Toque el pedido en cuanto suene, aunque tenga las manos ocupadas: así todos saben que alguien lo vio.',
      ],
      stop: [
        'Confirme o PARE assim que ele aparecer: até lá ninguém sabe se o preparo parou.',
        'Confirm STOP as soon as it appears: until then nobody knows whether the cooking has stopped.',
        'Confirme PARE en cuanto aparezca: hasta entonces nadie sabe si la preparación paró.',
      ],
      good: ['Muito bem.', 'Well done.', 'Muy bien.'],
    },
    interrupted: [
      'Terminou antes porque um pedido real precisava de atenção.',
      'It ended early because a real order needed attention.',
      'Terminó antes porque un pedido real necesitaba atención.',
    ],
    again: ['Mais uma vez', 'Once more', 'Otra vez'],
    back: ['Voltar ao painel real', 'Back to the real board', 'Volver al tablero real'],
    last: ['Último treino: {{name}}', 'Last practice: {{name}}', 'Última práctica: {{name}}'],
  },
  roles: {
    myPartShort: ['Minha parte', 'My part', 'Mi parte'],
    reopenShort: ['Reabrir', 'Reopen', 'Reabrir'],
    progress: ['Andamento por praça', 'Progress of each station', 'Avance por estación'],
    part: ['{{name}} {{done}}/{{count}}', '{{name}} {{done}}/{{count}}', '{{name}} {{done}}/{{count}}'],
    otherItems: ['Outros itens', 'Other items', 'Otros ítems'],
    items: ['Itens', 'Items', 'Ítems'],
    complete: ['Tudo pronto', 'All done', 'Todo listo'],
    open_one: ['Falta {{count}}', '{{count}} left', 'Falta {{count}}'],
    open_many: ['Faltam {{count}}', '{{count}} left', 'Faltan {{count}}'],
    open_other: ['Faltam {{count}}', '{{count}} left', 'Faltan {{count}}'],
    whichStation: ['Qual praça?', 'Which preparation station?', '¿Cuál estación de preparación?'],
    whichStationHint: [
      'Até a escolha, esta tela mostra os itens de todas as praças e não marca nenhum como pronto.',
      'Until one is chosen, this screen shows the items of all stations and marks none as done.',
      'Hasta que se elija, esta pantalla muestra los ítems de todas las estaciones y no marca ninguno como listo.',
    ],
    noStations: [
      'Ainda não há praças. Cadastre-as no computador principal: Ajustes, “Praças”.',
      'There are no preparation stations yet. Add them on the main computer: Settings, “Stations”.',
      'Todavía no hay estaciones de preparación. Regístrelas en la computadora principal: Ajustes, “Estaciones”.',
    ],
  },
} as const satisfies Rows

/** The texts of the features in one language, by namespace. */
export type FeatureTexts = TextsLike<FirstTexts<typeof FEATURES>>
