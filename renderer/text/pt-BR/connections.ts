export const ptBRConnections = {
  customers: {
    title: 'Painel dos clientes na TV',
    explain:
      'Uma TV da loja pode mostrar os números dos pedidos em preparo e prontos, sem nomes nem preços. Abra este endereço no navegador da TV; quem tem o endereço vê os números e nada mais.',
    open: 'Criar o endereço',
    again: 'Trocar o endereço',
    close: 'Desligar o endereço',
    failed:
      'O endereço não pode ser aberto agora: outro programa usa a porta. O Comanda tenta de novo automaticamente.',
    off: 'Desligado.',
    warn: 'O endereço antigo deixa de funcionar na hora.',
  },
  role: {
    all: 'Cozinha e balcão',
    prep: 'Uma praça',
    pass: 'Expedição',
    counter: 'Balcão',
    customers: 'Painel dos clientes',
    hint: {
      all: 'Mostra tudo. Os botões no alto trocam entre cozinha e balcão.',
      prep: 'Mostra os itens de uma praça. “Minha parte pronta” marca só esses itens; o pedido fica pronto na expedição.',
      pass: 'Mostra todos os pedidos e o andamento de cada praça. “Pronto” vira o botão grande quando tudo está feito.',
      counter: 'Mostra a entrega: pedidos prontos, códigos e pagamento.',
      customers:
        'Mostra aos clientes os números dos pedidos em preparo e prontos, sem nomes. Não tem botões: para voltar aos ajustes, mantenha o dedo na tela por 3 segundos ou aperte Esc.',
    },
    ringsOn: 'Toca',
    ringsOff: 'Não toca',
    ringsHint:
      'Um pedido novo que nenhuma tela mostrou em 10 segundos toca em todas. Se nenhuma tela toca, o computador principal avisa.',
    noStation: 'praça não escolhida',
    silent: 'sem alarme',
  },
  screens: {
    explain:
      'Outras telas da loja, como a do balcão ou a do passe, mostram os mesmos pedidos. Elas se conectam a este computador pela rede da loja: só ele fala com a plataforma.',
    open: 'Conectar uma tela nova',
    how: 'Na tela nova, abra a configuração do Comanda, vá até “Plataforma”, toque em “Conectar a outro computador” e digite:',
    address: 'Endereço',
    addressNow: 'Endereço deste computador: {{addresses}}',
    noNetwork: 'Este computador não está em nenhuma rede.',
    timeLeft: 'O código vale por mais {{time}}.',
    attemptsLeft: 'Tentativas restantes: {{number}}.',
    paired: '“{{name}}” foi conectada.',
    expired: 'O código venceu. Para conectar a tela, gere um novo.',
    'too-many-attempts':
      'O código foi errado vezes demais. Se não foi você, alguém na rede tentou entrar e não conseguiu. Para conectar a tela, gere um código novo.',
    list: 'Telas da loja',
    none: 'Nenhuma ainda.',
    connected: 'Conectada agora',
    lastSeen: 'Vista pela última vez: {{when}}',
    neverSeen: 'Ainda não se conectou',
    change: 'Alterar',
    changeOf: 'Alterar “{{name}}”',
    name: 'Nome da tela',
    wanted: 'A tela aplica isto assim que estiver conectada.',
    revoke: 'Remover',
    revokeOf: 'Remover “{{name}}”',
    revokeReally: 'Remover agora',
    keep: 'Manter',
    trouble: {
      keychain: 'O cofre de senhas deste computador não guarda a chave desta loja. Desbloqueie-o e tente de novo.',
      port: 'Este computador não deixa outras telas se conectarem. Reinicie-o e tente de novo; se continuar, salve o relatório em Suporte.',
    },
  },
  copies: {
    title: 'Cópias em outras telas e código de recuperação',
    explain:
      'De hora em hora, cada tela conectada guarda uma cópia protegida dos pedidos e dos ajustes deste computador. Se ele quebrar ou for roubado, outro computador continua de uma dessas cópias. Só o código de recuperação a abre: o Comanda não guarda o código.',
    state: {
      'no-code': 'Ainda não há código, por isso nenhuma cópia é guardada.',
      ready: 'Há um código. A idade da cópia está ao lado de cada tela.',
      'other-keychain': 'Estes dados vieram de outro computador. Gere um código novo para que as cópias continuem.',
      keychain: 'O cofre de senhas deste computador não abre. Desbloqueie-o para que as cópias continuem.',
      'too-large': 'Os dados são grandes demais para as cópias.',
    },
    make: 'Gerar o código',
    renew: 'Trocar o código',
    renewReally: 'Trocar agora',
    warn: 'O código atual vai abrir só as cópias feitas até agora. As próximas vão precisar do novo.',
    writeDown:
      'Anote o código em papel e guarde-o longe deste computador. Ele não será mostrado de novo; quem tem o código e uma tela abre os dados.',
    hide: 'Já anotei',
    of: 'Cópia de {{when}}',
    none: 'Sem cópia',
  },
  promotion: {
    title: 'O computador principal não volta',
    explain:
      'Se o computador principal quebrou de vez ou foi roubado, este pode tomar o lugar dele, com a cópia que guarda e o código de recuperação.',
    there: 'O computador principal responde: não é preciso tomar o lugar dele.',
    handed:
      'O computador principal parou para passar o lugar a outro. Se for a este, digite o código de recuperação: nada se perde. Depois digite as credenciais e conecte as outras telas a este computador.',
    begin: 'Tomar o lugar dele…',
    copy: 'A cópia é de {{when}}. O que ele fez depois se perde: toques, itens riscados e horários.',
    orders: 'Os pedidos desta tela ({{orders}}) são lidos de novo da plataforma.',
    others:
      'Pedidos que só o computador principal recebeu depois da cópia não chegam de novo: compare com o portal da plataforma.',
    taps: 'Toques desta tela que não chegaram ao computador principal e se perdem: {{taps}}. Veja esses pedidos e toque de novo.',
    old: 'O computador antigo nunca mais pode receber pedidos: crie uma nova senha do aplicativo (client_secret) no portal da plataforma. Este computador vai pedi-la.',
    screens: 'As outras telas precisam ser conectadas a este computador.',
    code: 'Código de recuperação',
    really: 'Este é o computador principal agora',
    outcome: {
      done: 'O Comanda vai abrir de novo como computador principal; se isso não acontecer, abra-o. Depois digite as credenciais na configuração.',
      mistyped: 'O código está incompleto ou tem um erro. Confira cada letra.',
      'wrong-code': 'Este código não abre a cópia. Se ele foi trocado, use o que valia quando a cópia foi feita.',
      'no-copy': 'Esta tela não guarda nenhuma cópia do computador principal. Tente em outra tela.',
      damaged: 'A cópia desta tela está danificada. Tente em outra tela.',
      'station-answers':
        'O computador principal responde, e a cópia desta tela é de antes. Nada mudou: espere um minuto e tente de novo.',
      'handed-to-other': 'O computador principal passou o lugar a outra tela: continue nela.',
      'not-noted': 'O computador principal não confirmou. Nada mudou: tente de novo.',
      keychain: 'O cofre de senhas deste computador não abre. Desbloqueie-o e tente de novo.',
      disk: 'Este computador não conseguiu gravar no disco. Nada mudou.',
    },
  },
  handOver: {
    begin: 'Tornar principal',
    explain:
      'Este computador para de receber e enviar pedidos e abre de novo. Depois, na tela “{{name}}”: Ajustes, Computador principal, código de recuperação. Tenha o código e as credenciais à mão.',
    really: 'Parar aqui e passar',
    waiting: 'Este computador não recebe pedidos: está passando o lugar a “{{name}}”. A cópia final está a caminho.',
    ready: 'Este computador não recebe pedidos. Continue agora na tela “{{name}}”: Ajustes, Computador principal.',
    taken:
      'O computador “{{name}}” é o principal agora. Para este virar tela dele: Ajustes, Configuração, “Conectar a outro computador”. As outras telas também precisam ser conectadas a ele.',
    takeBack: 'Desistir: continuar neste computador',
    takeBackWarn:
      'Desista só se nenhum outro computador assumiu: dois computadores que recebem tiram pedidos um do outro.',
    takeBackReally: 'Continuar aqui',
  },
  leave: {
    explain:
      'Esta tela mostra os pedidos do computador principal da loja. Se ela não for mais usada aqui, ou for conectada a outro computador, desconecte-a. A cópia do computador principal que está nesta tela é apagada junto.',
    begin: 'Desconectar esta tela',
    really: 'Desconectar agora',
    done: 'Desconectada. O Comanda vai abrir de novo; se isso não acontecer, abra-o.',
    called: 'Esta tela se chama {{screen}}.',
    address: {
      title: 'Endereço do computador principal',
      explain:
        'Esta tela está conectada a {{name}}. Se o endereço dele mudar, a tela o procura na rede automaticamente. Se não o encontrar, digite aqui o endereço que aparece nele em “Ajustes”, “Telas”.',
      use: 'Usar este endereço',
      outcome: {
        moved: 'Encontrado. A tela usa este endereço a partir de agora.',
        'bad-address':
          'Isto não parece um endereço. Digite-o como aparece no computador principal, por exemplo 192.168.0.10.',
        unreachable: 'Nada responde neste endereço. O computador principal está ligado, e na mesma rede?',
        'not-a-station': 'O que responde neste endereço não é um Comanda que recebe telas.',
        'wrong-station': 'Neste endereço responde outro computador, não aquele a que esta tela foi conectada.',
        keychain: 'O cofre de senhas deste computador não libera a chave desta tela. Desbloqueie-o e tente de novo.',
      },
    },
  },
  webhook: {
    explain:
      'Com o webhook a plataforma avisa cada pedido na hora, sem esperar a próxima busca. O Comanda continua buscando: um pedido cujo aviso se perde chega na próxima busca. Se a plataforma não oferece busca, os pedidos chegam só por aqui.',
    switch: 'Receber avisos da plataforma',
    bind: 'Quem alcança este computador',
    loopback: 'Só este computador',
    lan: 'Toda a rede da loja',
    lanWarning:
      'Todos os aparelhos da mesma rede, também no Wi-Fi dos clientes, conseguem falar com esta porta. Só avisos assinados pela plataforma são aceitos. Prefira “Só este computador” se o túnel roda aqui.',
    port: 'Porta',
    portHint: 'Mude somente se outro programa já usa esta porta.',
    state: {
      off: 'Desligado.',
      starting: 'Ligando…',
      listening: 'Pronto para receber.',
      failed: 'Não está recebendo.',
    },
    trouble: {
      'port-in-use': 'Outro programa já usa esta porta: escolha outra.',
      'not-permitted': 'Este computador não deixa usar esta porta: escolha outra.',
      failed: 'Desligue e ligue de novo; se continuar, salve o relatório em Suporte.',
    },
    address: 'Endereço que recebe os avisos',
    copy: 'Para copiar: toque no endereço, ele fica marcado inteiro; depois Ctrl+C.',
    register:
      'A plataforma precisa de um endereço público com https://. Cadastre lá o endereço do seu túnel ou roteador, com o mesmo final, e encaminhe-o para o endereço acima.',
    last: 'Último aviso',
    none: 'Nenhum aviso chegou desde que o Comanda abriu.',
    counts: 'Desde a abertura: {{accepted}} aceitos, {{refused}} recusados.',
    verdict: {
      accepted: 'Aceito.',
      duplicate: 'Aceito; o Comanda já tinha este aviso.',
      unreadable: 'A assinatura está certa, mas o aviso não pôde ser lido. Os pedidos chegam pela busca.',
      'signature-missing': 'Recusado: veio sem assinatura. Não era da plataforma, ou ela não assina os avisos.',
      'signature-wrong':
        'Recusado: assinatura errada. A senha do aplicativo (client_secret) daqui é a que a plataforma usa?',
      outdated: 'Recusado: assinado, mas de mais de três dias atrás. Alguém enviou de novo um aviso antigo.',
      'too-large': 'Recusado: grande demais.',
      'too-many': 'Recusado: avisos demais ao mesmo tempo.',
      'no-credentials': 'Recusado: este computador ainda não tem as credenciais. Toque em “Configurar o Comanda”.',
      storage: 'Recusado: este computador não conseguiu gravar. Libere espaço no disco.',
    },
  },
} as const
