/** The texts about paper, in a row for each: windows load them with a feature, the main process prints them. */
export const PAPER = {
  title: ['Impressão', 'Printing', 'Impresión'],
  printOpen: ['Imprimir abertos', 'Print open orders', 'Imprimir abiertos'],
  print: ['Imprimir', 'Print', 'Imprimir'],
  printing: ['Imprimindo…', 'Printing…', 'Imprimiendo…'],
  explain: [
    'Funciona sem internet: imprime o que já chegou a este computador.',
    'Works without internet: it prints what has already reached this computer.',
    'Funciona sin internet: imprime lo que ya llegó a esta computadora.',
  ],
  printed_one: [
    '{{count}} pedido enviado à impressora',
    '{{count}} order sent to the printer',
    '{{count}} pedido enviado a la impresora',
  ],
  printed_many: [
    '{{count}} de pedidos enviados à impressora',
    '{{count}} orders sent to the printer',
    '{{count}} de pedidos enviados a la impresora',
  ],
  printed_other: [
    '{{count}} pedidos enviados à impressora',
    '{{count}} orders sent to the printer',
    '{{count}} pedidos enviados a la impresora',
  ],
  none: ['Nenhum pedido aberto.', 'No order is open.', 'Ningún pedido abierto.'],
  printer: ['Impressora', 'Printer', 'Impresora'],
  printerDefault: ['A padrão do computador', 'The computer’s default', 'La predeterminada de la computadora'],
  looking: ['Procurando impressoras…', 'Looking for printers…', 'Buscando impresoras…'],
  noPrinter: [
    'Este computador não tem impressora. Ligue uma e instale-a no sistema; depois abra esta página de novo.',
    'This computer has no printer. Connect one and install it in the system; then open this page again.',
    'Esta computadora no tiene impresora. Conecte una e instálela en el sistema; luego abra esta página de nuevo.',
  ],
  size: ['Papel', 'Paper', 'Papel'],
  roll: ['Bobina {{mm}} mm', '{{mm}} mm roll', 'Rollo de {{mm}} mm'],
  sheet: ['Folha A4', 'A4 sheet', 'Hoja A4'],
  printsNew: [
    'Imprimir pedidos novos automaticamente',
    'Print new orders automatically',
    'Imprimir pedidos nuevos automáticamente',
  ],
  whenOffline: [
    'Sem atualização, imprimir os abertos depois de',
    'Without updates, print the open orders after',
    'Sin actualización, imprimir los abiertos después de',
  ],
  reprint: ['REIMPRESSÃO', 'REPRINT', 'REIMPRESIÓN'],
  cancelledAt: ['Cancelado às {{time}}', 'Cancelled at {{time}}', 'Cancelado a las {{time}}'],
  receivedAt: ['Recebido às {{time}}', 'Received at {{time}}', 'Recibido a las {{time}}'],
  printedAt: ['Impresso às {{time}}', 'Printed at {{time}}', 'Impreso a las {{time}}'],
  done: ['feito', 'done', 'hecho'],
  leftOut: [
    'Este pedido é longo demais para a comanda: {{missing}}. Veja o pedido inteiro na tela.',
    'This order is too long for its ticket: {{missing}}. See the whole order on the screen.',
    'Este pedido es demasiado largo para su comanda: {{missing}}. Vea el pedido completo en la pantalla.',
  ],
  unread: [
    'Ainda não foi possível ler este pedido. Veja o portal da plataforma.',
    'This order could not be read yet. See the platform’s portal.',
    'Aún no se pudo leer este pedido. Vea el portal de la plataforma.',
  ],
  stale: [
    'Sem atualização desde {{time}}. Confira cancelamentos no portal.',
    'No update since {{time}}. Check cancellations on the portal.',
    'Sin actualización desde las {{time}}. Revise cancelaciones en el portal.',
  ],
} as const
