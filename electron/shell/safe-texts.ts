import type { Locale } from '../../shared/contract/settings.ts'

export type SafeTexts = Readonly<(typeof SAFE_TEXTS)['en']>

/** The words of the safe page that the board does not have. */
export const SAFE_TEXTS = {
  'pt-BR': {
    // The window failed; the main process goes on.
    title: 'A tela parou',
    screenStopped: 'Os pedidos continuam chegando. Nada do que foi recebido se perdeu.',
    retry: 'Uma nova tentativa começa automaticamente em até um minuto.',
    noTouch: 'Esta lista é só para ler. Aceite e cancele pedidos no portal da plataforma e chame o suporte.',
    // The main process ends its work as well.
    stoppedTitle: 'O Comanda parou',
    allStopped: 'Nenhum pedido novo aparece agora. Nada do que foi recebido se perdeu.',
    restart: 'O Comanda abre de novo automaticamente em um minuto.',
    again: 'Tentar abrir a tela agora',
    drawnAt: 'Lista das {{time}}',
    none: 'Nenhum pedido aberto.',
    unknown: 'A lista de pedidos não pôde ser lida. Acompanhe os pedidos no portal da plataforma.',
    noRoom: 'Pedidos que não cabem nesta lista: {{number}}. Veja-os no portal da plataforma.',
    tooLong: 'Pedido longo demais para esta lista. Veja-o no portal da plataforma.',
    acceptBy: 'Aceitar até {{time}}',
  },
  en: {
    title: 'The screen has stopped',
    screenStopped: 'Orders still come in. Nothing that was received is lost.',
    retry: 'Another attempt starts automatically within a minute.',
    noTouch: 'This list is only for reading. Accept and cancel orders on the platform’s portal, and call support.',
    stoppedTitle: 'Comanda has stopped',
    allStopped: 'No new order appears now. Nothing that was received is lost.',
    restart: 'Comanda opens again automatically in a minute.',
    again: 'Try to open the screen now',
    drawnAt: 'List as of {{time}}',
    none: 'No open order.',
    unknown: 'The list of orders could not be read. Follow the orders on the platform’s portal.',
    noRoom: 'Orders that do not fit in this list: {{number}}. See them on the platform’s portal.',
    tooLong: 'This order is too long for this list. See it on the platform’s portal.',
    acceptBy: 'Accept by {{time}}',
  },
  es: {
    title: 'La pantalla se detuvo',
    screenStopped: 'Los pedidos siguen llegando. Nada de lo recibido se perdió.',
    retry: 'Otro intento comienza automáticamente en menos de un minuto.',
    noTouch: 'Esta lista es solo para leer. Acepte y cancele pedidos en el portal de la plataforma y llame a soporte.',
    stoppedTitle: 'Comanda se detuvo',
    allStopped: 'Ahora no aparece ningún pedido nuevo. Nada de lo recibido se perdió.',
    restart: 'Comanda se abre de nuevo automáticamente en un minuto.',
    again: 'Intentar abrir la pantalla ahora',
    drawnAt: 'Lista de las {{time}}',
    none: 'Ningún pedido abierto.',
    unknown: 'No se pudo leer la lista de pedidos. Siga los pedidos en el portal de la plataforma.',
    noRoom: 'Pedidos que no caben en esta lista: {{number}}. Véalos en el portal de la plataforma.',
    tooLong: 'Este pedido es demasiado largo para esta lista. Véalo en el portal de la plataforma.',
    acceptBy: 'Aceptar antes de las {{time}}',
  },
} satisfies Readonly<Record<Locale, Readonly<Record<string, string>>>>
