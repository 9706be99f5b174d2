export const ptBR = {
  tab: 'Treino',
  explain:
    'Para aprender a usar o painel com pedidos inventados. Eles ficam neste computador: não vão para a plataforma, não se misturam com os pedidos reais e são apagados no fim.',
  promise:
    'Enquanto você treina, os pedidos reais continuam chegando e ficam guardados. Um pedido real novo, ou um aberto que toque, encerra o treino na hora: o painel real volta e toca.',
  scenario: {
    'first-shift': {
      name: 'Primeiro turno',
      what: 'Poucos pedidos, um de cada vez: aceitar, preparar, deixar pronto.',
      lesson: 'Cada pedido toca até alguém tocar nele.',
    },
    'lunch-rush': {
      name: 'Pico do almoço',
      what: 'Quase quarenta pedidos em seis minutos, e alguns cancelados no meio.',
      lesson: 'Aceite primeiro, cozinhe depois: o pedido mais perto do prazo aparece no cabeçalho.',
    },
    duplicates: {
      name: 'Avisos repetidos',
      what: 'A plataforma manda cada aviso várias vezes e fora de ordem.',
      lesson: 'Cada pedido aparece uma vez só, por mais que o aviso se repita.',
    },
    cancellation: {
      name: 'Cancelado durante o preparo',
      what: 'Clientes cancelam pedidos que já estão no fogo.',
      lesson: 'O PARE fica na tela até alguém confirmar.',
    },
    outage: {
      name: 'Dez minutos sem internet',
      what: 'A internet cai por dez minutos e depois volta, com os pedidos que chegaram nesse tempo.',
      lesson: 'Os toques feitos sem internet ficam guardados e são enviados quando ela volta.',
    },
    'clock-jump': {
      name: 'Relógio errado',
      what: 'O relógio do computador pula 47 minutos.',
      lesson: 'Os tempos dos pedidos seguem o relógio da plataforma, não o deste computador.',
    },
  },
  minutes: '{{minutes}} min',
  begin: 'Começar',
  open: 'Há pedidos reais abertos. Eles somem da tela durante o treino e tocam como sempre.',
  confirm: 'Treinar mesmo assim',
  notNow: 'Agora não',
  ringing: 'Um pedido real está tocando. Atenda esse pedido primeiro.',
  stale: 'O painel real está desatualizado. Resolva isso primeiro.',
  left: 'Termina em {{time}}',
  end: 'Encerrar o treino',
  title: 'Como foi: {{name}}',
  accepted: 'Aceitos em até {{minutes}} min',
  of: '{{done}} de {{all}}',
  cooked: 'Preparados depois do PARE',
  unseen: 'Maior tempo sem ninguém tocar em um pedido novo',
  stop: 'Maior tempo até confirmar um PARE',
  waited: '{{time}} (pedido {{displayId}})',
  none: 'nenhum',
  advice: {
    nothing: 'O treino acabou antes de haver o que avaliar.',
    'cooked-on':
      'Depois do PARE não toque mais em "Preparar" nem em "Pronto": tire a comida do fogo e confirme que parou.',
    accept: 'Aceite cada pedido novo assim que ele tocar; o preparo pode esperar, o prazo não.',
    unseen: 'Toque no pedido assim que ele tocar, mesmo com as mãos ocupadas: assim todos sabem que alguém viu.',
    stop: 'Confirme o PARE assim que ele aparecer: até lá ninguém sabe se o preparo parou.',
    good: 'Muito bem.',
  },
  interrupted: 'Terminou antes porque um pedido real precisava de atenção.',
  again: 'Mais uma vez',
  back: 'Voltar ao painel real',
  last: 'Último treino: {{name}}',
} as const
