/** The texts about other screens and computers, in the settings. */
export const SCREENS = {
  customers: {
    title: ['Painel dos clientes na TV', 'Customers’ board on a TV', 'Tablero para clientes en la TV'],
    explain: [
      'Uma TV da loja pode mostrar os números dos pedidos em preparo e prontos, sem nomes nem preços. Abra este endereço no navegador da TV; quem tem o endereço vê os números e nada mais.',
      'A TV of the store can show the numbers of orders that are being prepared and that are ready, without names or prices. Open this address in the TV’s browser; anyone with the address sees the numbers and nothing else.',
      'Una TV del local puede mostrar los números de los pedidos en preparación y listos, sin nombres ni precios. Abra esta dirección en el navegador de la TV; quien tiene la dirección ve los números y nada más.',
    ],
    open: ['Criar o endereço', 'Make the address', 'Crear la dirección'],
    again: ['Trocar o endereço', 'Change the address', 'Cambiar la dirección'],
    close: ['Desligar o endereço', 'Switch the address off', 'Apagar la dirección'],
    failed: [
      'O endereço não pode ser aberto agora: outro programa usa a porta. O Comanda tenta de novo automaticamente.',
      'The address cannot be opened at the moment: another program uses the port. Comanda tries again automatically.',
      'La dirección no se puede abrir ahora: otro programa usa el puerto. Comanda vuelve a intentarlo automáticamente.',
    ],
    off: ['Desligado.', 'Off.', 'Apagado.'],
    warn: [
      'O endereço antigo deixa de funcionar na hora.',
      'The old address stops working at once.',
      'La dirección anterior deja de funcionar de inmediato.',
    ],
  },
  role: {
    all: ['Cozinha e balcão', 'Kitchen and counter', 'Cocina y mostrador'],
    prep: ['Uma praça', 'One preparation station', 'Una estación de preparación'],
    pass: ['Expedição', 'Expo', 'Pase'],
    counter: ['Balcão', 'Counter', 'Mostrador'],
    customers: ['Painel dos clientes', 'Customers’ board', 'Tablero para clientes'],
    hint: {
      all: [
        'Mostra tudo. Os botões no alto trocam entre cozinha e balcão.',
        'Shows everything. Buttons at the top switch between kitchen and counter.',
        'Muestra todo. Los botones de arriba cambian entre cocina y mostrador.',
      ],
      prep: [
        'Mostra os itens de uma praça. “Minha parte pronta” marca só esses itens; o pedido fica pronto na expedição.',
        'Shows the items of one station. “My part is done” marks only those; the order becomes ready at the expo.',
        'Muestra los ítems de una estación. “Mi parte está lista” marca solo esos; el pedido queda listo en el pase.',
      ],
      pass: [
        'Mostra todos os pedidos e o andamento de cada praça. “Pronto” vira o botão grande quando tudo está feito.',
        'Shows all orders and how far each station is. “Ready” becomes the large button when everything is done.',
        'Muestra todos los pedidos y el avance de cada estación. “Listo” pasa a ser el botón grande cuando todo está hecho.',
      ],
      counter: [
        'Mostra a entrega: pedidos prontos, códigos e pagamento.',
        'Shows the hand-over: ready orders, codes and payment.',
        'Muestra los pedidos listos para entregar, los códigos y el pago.',
      ],
      customers: [
        'Mostra aos clientes os números dos pedidos em preparo e prontos, sem nomes. Não tem botões: para voltar aos ajustes, mantenha o dedo na tela por 3 segundos ou aperte Esc.',
        'Shows customers the numbers of orders that are being prepared and that are ready, without names. It has no buttons: to get back to the settings, hold a finger on the screen for 3 seconds or press Esc.',
        'Muestra a los clientes los números de los pedidos en preparación y listos, sin nombres. No tiene botones: para volver a los ajustes, mantenga el dedo en la pantalla 3 segundos o presione Esc.',
      ],
    },
    ringsOn: ['Toca', 'Rings', 'Suena'],
    ringsOff: ['Não toca', 'Does not ring', 'No suena'],
    ringsHint: [
      'Um pedido novo que nenhuma tela mostrou em 10 segundos toca em todas. Se nenhuma tela toca, o computador principal avisa.',
      'A new order that no screen has shown within 10 seconds rings on all of them. If no screen rings, the main computer gives the alarm.',
      'Un pedido nuevo que ninguna pantalla mostró en 10 segundos suena en todas. Si ninguna pantalla suena, avisa la computadora principal.',
    ],
    noStation: ['praça não escolhida', 'station not chosen', 'estación sin elegir'],
    silent: ['sem alarme', 'no alarm', 'sin alarma'],
  },
  screens: {
    explain: [
      'Outras telas da loja, como a do balcão ou a do passe, mostram os mesmos pedidos. Elas se conectam a este computador pela rede da loja: só ele fala com a plataforma.',
      'Other screens of the store, such as the counter or the expo, show the same orders. They connect to this computer over the store’s network: only this one talks to the platform.',
      'Otras pantallas del local, como la del mostrador o la del pase, muestran los mismos pedidos. Se conectan a esta computadora por la red del local: solo ella habla con la plataforma.',
    ],
    open: ['Conectar uma tela nova', 'Connect a new screen', 'Conectar una pantalla nueva'],
    how: [
      'Na tela nova, abra a configuração do Comanda, vá até “Plataforma”, toque em “Conectar a outro computador” e digite:',
      'On the new screen, open Comanda’s setup, choose “Platform”, tap “Connect to another computer” and type:',
      'En la pantalla nueva, abra la configuración de Comanda, vaya a “Plataforma”, toque “Conectar a otra computadora” y escriba:',
    ],
    address: ['Endereço', 'Address', 'Dirección'],
    addressNow: [
      'Endereço deste computador: {{addresses}}',
      'Address of this computer: {{addresses}}',
      'Dirección de esta computadora: {{addresses}}',
    ],
    noNetwork: [
      'Este computador não está em nenhuma rede.',
      'This computer is on no network.',
      'Esta computadora no está en ninguna red.',
    ],
    timeLeft: [
      'O código vale por mais {{time}}.',
      'The code is good for another {{time}}.',
      'El código vale {{time}} más.',
    ],
    attemptsLeft: [
      'Tentativas restantes: {{number}}.',
      'Attempts left: {{number}}.',
      'Intentos restantes: {{number}}.',
    ],
    paired: ['“{{name}}” foi conectada.', '“{{name}}” is connected.', '“{{name}}” está conectada.'],
    expired: [
      'O código venceu. Para conectar a tela, gere um novo.',
      'The code has expired. To connect the screen, make a new one.',
      'El código venció. Para conectar la pantalla, genere uno nuevo.',
    ],
    'too-many-attempts': [
      'O código foi errado vezes demais. Se não foi você, alguém na rede tentou entrar e não conseguiu. Para conectar a tela, gere um código novo.',
      'There were too many wrong attempts. If it was not you, someone on the network tried to get in and failed. To connect the screen, make a new code.',
      'Hubo demasiados intentos equivocados. Si no fue usted, alguien en la red intentó entrar y no pudo. Para conectar la pantalla, genere un código nuevo.',
    ],
    list: ['Telas da loja', 'Screens of the store', 'Pantallas del local'],
    none: ['Nenhuma ainda.', 'None yet.', 'Ninguna todavía.'],
    connected: ['Conectada agora', 'Connected now', 'Conectada ahora'],
    lastSeen: ['Vista pela última vez: {{when}}', 'Last seen: {{when}}', 'Vista por última vez: {{when}}'],
    neverSeen: ['Ainda não se conectou', 'Has not connected yet', 'Todavía no se conectó'],
    change: ['Alterar', 'Change', 'Cambiar'],
    changeOf: ['Alterar “{{name}}”', 'Change “{{name}}”', 'Cambiar “{{name}}”'],
    name: ['Nome da tela', 'Name of the screen', 'Nombre de la pantalla'],
    wanted: [
      'A tela aplica isto assim que estiver conectada.',
      'The screen applies this as soon as it is connected.',
      'La pantalla aplica esto en cuanto esté conectada.',
    ],
    revoke: ['Remover', 'Remove', 'Quitar'],
    revokeOf: ['Remover “{{name}}”', 'Remove “{{name}}”', 'Quitar “{{name}}”'],
    revokeReally: ['Remover agora', 'Remove now', 'Quitar ahora'],
    keep: ['Manter', 'Keep', 'Mantener'],
    trouble: {
      keychain: [
        'O cofre de senhas deste computador não guarda a chave desta loja. Desbloqueie-o e tente de novo.',
        'The keychain of this computer does not keep the key of this store. Unlock it and try again.',
        'El llavero de esta computadora no guarda la clave de este local. Desbloquéelo e inténtelo de nuevo.',
      ],
      port: [
        'Este computador não deixa outras telas se conectarem. Reinicie-o e tente de novo; se continuar, salve o relatório em Suporte.',
        'This computer does not let other screens connect. Restart it and try again; if that does not help, save the report under Support.',
        'Esta computadora no deja que otras pantallas se conecten. Reiníciela e inténtelo de nuevo; si no basta, guarde el informe en Soporte.',
      ],
    },
  },
  copies: {
    title: [
      'Cópias em outras telas e código de recuperação',
      'Copies on other screens and recovery code',
      'Copias en otras pantallas y código de recuperación',
    ],
    explain: [
      'De hora em hora, cada tela conectada guarda uma cópia protegida dos pedidos e dos ajustes deste computador. Se ele quebrar ou for roubado, outro computador continua de uma dessas cópias. Só o código de recuperação a abre: o Comanda não guarda o código.',
      'Every hour each connected screen keeps a locked copy of this computer’s orders and settings. If it breaks or is stolen, another computer continues from one of these copies. Only the recovery code opens it: Comanda does not keep the code.',
      'Cada hora, cada pantalla conectada guarda una copia protegida de los pedidos y los ajustes de esta computadora. Si se rompe o la roban, otra computadora sigue desde una de esas copias. Solo el código de recuperación la abre: Comanda no guarda el código.',
    ],
    state: {
      'no-code': [
        'Ainda não há código, por isso nenhuma cópia é guardada.',
        'There is no code yet, so no copies are kept.',
        'Todavía no hay código, por eso no se guardan copias.',
      ],
      ready: [
        'Há um código. A idade da cópia está ao lado de cada tela.',
        'There is a code. The age of the copy is beside each screen.',
        'Hay un código. La edad de la copia está junto a cada pantalla.',
      ],
      'other-keychain': [
        'Estes dados vieram de outro computador. Gere um código novo para que as cópias continuem.',
        'This data came from another computer. Make a new code so that copies continue.',
        'Estos datos vinieron de otra computadora. Genere un código nuevo para que sigan las copias.',
      ],
      keychain: [
        'O cofre de senhas deste computador não abre. Desbloqueie-o para que as cópias continuem.',
        'The keychain of this computer does not open. Unlock it so that copies continue.',
        'El llavero de esta computadora no se abre. Desbloquéelo para que sigan las copias.',
      ],
      'too-large': [
        'Os dados são grandes demais para as cópias.',
        'The data is too large for copies.',
        'Los datos son demasiado grandes para las copias.',
      ],
    },
    make: ['Gerar o código', 'Make the code', 'Generar el código'],
    renew: ['Trocar o código', 'Change the code', 'Cambiar el código'],
    renewReally: ['Trocar agora', 'Change now', 'Cambiar ahora'],
    warn: [
      'O código atual vai abrir só as cópias feitas até agora. As próximas vão precisar do novo.',
      'The current code will open only the copies made so far. The next ones will need the new code.',
      'El código actual abrirá solo las copias hechas hasta ahora. Las próximas necesitarán el nuevo.',
    ],
    writeDown: [
      'Anote o código em papel e guarde-o longe deste computador. Ele não será mostrado de novo; quem tem o código e uma tela abre os dados.',
      'Write the code on paper and keep it away from this computer. It will not be shown again; anyone with the code and a screen opens the data.',
      'Anote el código en papel y guárdelo lejos de esta computadora. No se mostrará de nuevo; quien tiene el código y una pantalla abre los datos.',
    ],
    hide: ['Já anotei', 'I have written it down', 'Ya lo anoté'],
    of: ['Cópia de {{when}}', 'Copy of {{when}}', 'Copia de {{when}}'],
    none: ['Sem cópia', 'No copy', 'Sin copia'],
  },
  promotion: {
    title: ['O computador principal não volta', 'The main computer is gone', 'La computadora principal no vuelve'],
    explain: [
      'Se o computador principal quebrou de vez ou foi roubado, este pode tomar o lugar dele, com a cópia que guarda e o código de recuperação.',
      'If the main computer broke for good or was stolen, this one can take its place, with the copy that it keeps and the recovery code.',
      'Si la computadora principal se rompió del todo o la robaron, esta puede tomar su lugar, con la copia que conserva y el código de recuperación.',
    ],
    there: [
      'O computador principal responde: não é preciso tomar o lugar dele.',
      'The main computer answers: there is no need to take its place.',
      'La computadora principal responde: no hace falta tomar su lugar.',
    ],
    handed: [
      'O computador principal parou para passar o lugar a outro. Se for a este, digite o código de recuperação: nada se perde. Depois digite as credenciais e conecte as outras telas a este computador.',
      'The main computer has stopped to hand its place over to another. If that is this one, type the recovery code: nothing is lost. Then enter the credentials and connect the other screens to this computer.',
      'La computadora principal se detuvo para pasar su lugar a otra. Si es a esta, escriba el código de recuperación: nada se pierde. Después escriba las credenciales y conecte las otras pantallas a esta computadora.',
    ],
    begin: ['Tomar o lugar dele…', 'Take its place…', 'Tomar su lugar…'],
    copy: [
      'A cópia é de {{when}}. O que ele fez depois se perde: toques, itens riscados e horários.',
      'The copy is of {{when}}. What it did later is lost: taps, struck items and times.',
      'La copia es de {{when}}. Lo que hizo después se pierde: toques, ítems tachados y horas.',
    ],
    orders: [
      'Os pedidos desta tela ({{orders}}) são lidos de novo da plataforma.',
      'The orders on this screen ({{orders}}) are read from the platform again.',
      'Los pedidos de esta pantalla ({{orders}}) se leen de nuevo de la plataforma.',
    ],
    others: [
      'Pedidos que só o computador principal recebeu depois da cópia não chegam de novo: compare com o portal da plataforma.',
      'Orders that only the main computer received after the copy do not arrive again: compare with the platform’s portal.',
      'Los pedidos que solo la computadora principal recibió después de la copia no llegan de nuevo: compare con el portal de la plataforma.',
    ],
    taps: [
      'Toques desta tela que não chegaram ao computador principal e se perdem: {{taps}}. Veja esses pedidos e toque de novo.',
      'Taps of this screen that did not reach the main computer and are lost: {{taps}}. Look at those orders and tap again.',
      'Toques de esta pantalla que no llegaron a la computadora principal y se pierden: {{taps}}. Mire esos pedidos y toque de nuevo.',
    ],
    old: [
      'O computador antigo nunca mais pode receber pedidos: crie uma nova senha do aplicativo (client_secret) no portal da plataforma. Este computador vai pedi-la.',
      'The old computer must never receive orders again: create a new password of the app (client_secret) in the platform’s portal. This computer will ask for it.',
      'La computadora anterior no debe recibir pedidos nunca más: cree una contraseña nueva de la aplicación (client_secret) en el portal de la plataforma. Esta computadora la pedirá.',
    ],
    screens: [
      'As outras telas precisam ser conectadas a este computador.',
      'The other screens have to be connected to this computer.',
      'Las otras pantallas se tienen que conectar a esta computadora.',
    ],
    code: ['Código de recuperação', 'Recovery code', 'Código de recuperación'],
    really: [
      'Este é o computador principal agora',
      'This is the main computer now',
      'Esta es la computadora principal ahora',
    ],
    outcome: {
      done: [
        'O Comanda vai abrir de novo como computador principal; se isso não acontecer, abra-o. Depois digite as credenciais na configuração.',
        'Comanda will open again as the main computer; if it does not, open it. Then enter the credentials in the setup.',
        'Comanda se abrirá de nuevo como computadora principal; si no se abre, ábralo. Después escriba las credenciales en la configuración.',
      ],
      mistyped: [
        'O código está incompleto ou tem um erro. Confira cada letra.',
        'The code is incomplete or has a mistake. Check each letter.',
        'El código está incompleto o tiene un error. Revise cada letra.',
      ],
      'wrong-code': [
        'Este código não abre a cópia. Se ele foi trocado, use o que valia quando a cópia foi feita.',
        'This code does not open the copy. If the code was changed, use the one from when the copy was made.',
        'Este código no abre la copia. Si el código se cambió, use el que valía cuando se hizo la copia.',
      ],
      'no-copy': [
        'Esta tela não guarda nenhuma cópia do computador principal. Tente em outra tela.',
        'This screen keeps no copy of the main computer. Try another screen.',
        'Esta pantalla no conserva ninguna copia de la computadora principal. Pruebe en otra pantalla.',
      ],
      damaged: [
        'A cópia desta tela está danificada. Tente em outra tela.',
        'The copy on this screen is damaged. Try another screen.',
        'La copia de esta pantalla está dañada. Pruebe en otra pantalla.',
      ],
      'station-answers': [
        'O computador principal responde, e a cópia desta tela é de antes. Nada mudou: espere um minuto e tente de novo.',
        'The main computer answers, and the copy on this screen is from before. Nothing has changed: wait a minute and try again.',
        'La computadora principal responde, y la copia de esta pantalla es de antes. Nada cambió: espere un minuto e inténtelo de nuevo.',
      ],
      'handed-to-other': [
        'O computador principal passou o lugar a outra tela: continue nela.',
        'The main computer handed its place to another screen: continue there.',
        'La computadora principal pasó su lugar a otra pantalla: siga en ella.',
      ],
      'not-noted': [
        'O computador principal não confirmou. Nada mudou: tente de novo.',
        'The main computer has not confirmed. Nothing has changed: try again.',
        'La computadora principal no confirmó. Nada cambió: inténtelo de nuevo.',
      ],
      keychain: [
        'O cofre de senhas deste computador não abre. Desbloqueie-o e tente de novo.',
        'The keychain of this computer does not open. Unlock it and try again.',
        'El llavero de esta computadora no se abre. Desbloquéelo e inténtelo de nuevo.',
      ],
      disk: [
        'Este computador não conseguiu gravar no disco. Nada mudou.',
        'This computer could not write to its disk. Nothing has changed.',
        'Esta computadora no pudo grabar en el disco. Nada cambió.',
      ],
    },
  },
  handOver: {
    begin: ['Tornar principal', 'Make it the main one', 'Hacerla principal'],
    explain: [
      'Este computador para de receber e enviar pedidos e abre de novo. Depois, na tela “{{name}}”: Ajustes, Computador principal, código de recuperação. Tenha o código e as credenciais à mão.',
      'This computer stops receiving and sending orders and opens again. Then, on the screen “{{name}}”: Settings, Main computer, recovery code. Have the code and the credentials at hand.',
      'Esta computadora deja de recibir y enviar pedidos y se abre de nuevo. Después, en la pantalla “{{name}}”: Ajustes, Computadora principal, código de recuperación. Tenga a mano el código y las credenciales.',
    ],
    really: ['Parar aqui e passar', 'Stop here and hand over', 'Detener aquí y pasar'],
    waiting: [
      'Este computador não recebe pedidos: está passando o lugar a “{{name}}”. A cópia final está a caminho.',
      'This computer receives no orders: it hands its place to “{{name}}”. The last copy is on its way.',
      'Esta computadora no recibe pedidos: está pasando su lugar a “{{name}}”. La última copia está en camino.',
    ],
    ready: [
      'Este computador não recebe pedidos. Continue agora na tela “{{name}}”: Ajustes, Computador principal.',
      'This computer receives no orders. Continue now on the screen “{{name}}”: Settings, Main computer.',
      'Esta computadora no recibe pedidos. Siga ahora en la pantalla “{{name}}”: Ajustes, Computadora principal.',
    ],
    taken: [
      'O computador “{{name}}” é o principal agora. Para este virar tela dele: Ajustes, Configuração, “Conectar a outro computador”. As outras telas também precisam ser conectadas a ele.',
      'The computer “{{name}}” is the main one now. To make this one its screen: Settings, Setup, “Connect to another computer”. The other screens have to be connected to it too.',
      'La computadora “{{name}}” es la principal ahora. Para que esta sea su pantalla: Ajustes, Configuración, “Conectar a otra computadora”. Las otras pantallas también se tienen que conectar a ella.',
    ],
    takeBack: [
      'Desistir: continuar neste computador',
      'Give up: keep working on this computer',
      'Desistir: seguir en esta computadora',
    ],
    takeBackWarn: [
      'Desista só se nenhum outro computador assumiu: dois computadores que recebem tiram pedidos um do outro.',
      'Give up only if no other computer has taken over: two computers that receive take orders away from each other.',
      'Desista solo si ninguna otra computadora tomó el lugar: dos computadoras que reciben se quitan pedidos una a la otra.',
    ],
    takeBackReally: ['Continuar aqui', 'Keep working here', 'Seguir aquí'],
  },
  leave: {
    explain: [
      'Esta tela mostra os pedidos do computador principal da loja. Se ela não for mais usada aqui, ou for conectada a outro computador, desconecte-a. A cópia do computador principal que está nesta tela é apagada junto.',
      'This screen shows the orders of the store’s main computer. If it is no longer used here, or goes to another computer, disconnect it. The copy of the main computer on this screen is erased too.',
      'Esta pantalla muestra los pedidos de la computadora principal del local. Si ya no se usa aquí, o pasa a otra computadora, desconéctela. La copia de la computadora principal que está en esta pantalla también se borra.',
    ],
    begin: ['Desconectar esta tela', 'Disconnect this screen', 'Desconectar esta pantalla'],
    really: ['Desconectar agora', 'Disconnect now', 'Desconectar ahora'],
    done: [
      'Desconectada. O Comanda vai abrir de novo; se isso não acontecer, abra-o.',
      'Disconnected. Comanda will open again; if it does not, open it.',
      'Desconectada. Comanda se abrirá de nuevo; si no se abre, ábralo.',
    ],
    called: [
      'Esta tela se chama {{screen}}.',
      'This screen is called {{screen}}.',
      'Esta pantalla se llama {{screen}}.',
    ],
    address: {
      title: [
        'Endereço do computador principal',
        'Address of the main computer',
        'Dirección de la computadora principal',
      ],
      explain: [
        'Esta tela está conectada a {{name}}. Se o endereço dele mudar, a tela o procura na rede automaticamente. Se não o encontrar, digite aqui o endereço que aparece nele em “Ajustes”, “Telas”.',
        'This screen is connected to {{name}}. If its address changes, the screen looks for it on the network automatically. If it does not find it, type here the address that it shows under “Settings”, “Screens”.',
        'Esta pantalla está conectada a {{name}}. Si su dirección cambia, la pantalla la busca automáticamente en la red. Si no la encuentra, escriba aquí la dirección que ella muestra en “Ajustes”, “Pantallas”.',
      ],
      use: ['Usar este endereço', 'Use this address', 'Usar esta dirección'],
      outcome: {
        moved: [
          'Encontrado. A tela usa este endereço a partir de agora.',
          'Found. The screen uses this address from now on.',
          'Encontrada. La pantalla usa esta dirección desde ahora.',
        ],
        'wrong-station': [
          'Neste endereço responde outro computador, não aquele a que esta tela foi conectada.',
          'Another computer answers at this address, not the one that this screen was connected to.',
          'En esta dirección responde otra computadora, no aquella a la que se conectó esta pantalla.',
        ],
      },
    },
  },
} as const
