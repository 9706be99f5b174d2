import type { Locale } from '../../shared/contract/settings.ts'
import { LOCALES } from '../../shared/contract/values.ts'
import { type FirstTexts, type TextsLike, textsIn } from '../../shared/i18n/texts.ts'

/** Texts of the operator's page, in a row for each. */
const PAGE = {
  title: ['Cozinhas da rede', 'Kitchens of the chain', 'Cocinas de la cadena'],
  kitchen: ['Cozinha', 'Kitchen', 'Cocina'],
  establishments: ['Lojas', 'Stores', 'Locales'],
  state: ['Situação', 'State', 'Estado'],
  active: ['funcionando', 'working', 'en marcha'],
  paused: ['em pausa', 'paused', 'en pausa'],
  revoked: ['desligada', 'revoked', 'dada de baja'],
  lastPoll: ['Último contato', 'Last contact', 'Último contacto'],
  never: ['nunca', 'never', 'nunca'],
  ago: ['há {}', '{} ago', 'hace {}'],
  openOrders: ['Pedidos em aberto', 'Open orders', 'Pedidos abiertos'],
  oldest: ['Pedido mais antigo sem aceite', 'Oldest order not accepted', 'Pedido más antiguo sin aceptar'],
  waiting: ['Eventos na fila', 'Waiting events', 'Eventos en espera'],
  silent: [
    'Sem contato há 2 minutos, com pedidos em aberto',
    'No contact for 2 minutes, with open orders',
    'Sin contacto desde hace 2 minutos, con pedidos abiertos',
  ],
  platform: ['Plataforma', 'Platform', 'Plataforma'],
  reached: ['Última resposta', 'Last reached', 'Última respuesta'],
  noPoller: [
    'Nenhum processo está buscando pedidos nesta plataforma.',
    'No process is polling this platform for orders.',
    'Ningún proceso está consultando los pedidos de esta plataforma.',
  ],
  wait: ['A plataforma pede para esperar {}.', 'The platform requires a wait of {}.', 'La plataforma pide esperar {}.'],
  refused: [
    'A plataforma recusa as credenciais da rede. Confira o client ID e o client secret do relay.',
    'The platform refuses the credentials of the chain. Check the client ID and the client secret of the relay.',
    'La plataforma rechaza las credenciales de la cadena. Revise el client ID y el client secret del relay.',
  ],
  unclaimed: [
    'Chegaram pedidos de lojas sem cozinha: {}. Adicione uma cozinha para elas.',
    'Orders came for stores that no kitchen has: {}. Add a kitchen for them.',
    'Llegaron pedidos de locales sin cocina: {}. Añada una cocina para ellos.',
  ],
  unreadable: [
    'Pedidos que não podem ser lidos: {}',
    'Orders that cannot be read: {}',
    'Pedidos que no se pueden leer: {}',
  ],
  add: ['Adicionar uma cozinha', 'Add a kitchen', 'Añadir una cocina'],
  name: ['Nome', 'Name', 'Nombre'],
  ids: ['Códigos das lojas, um por linha', 'Ids of its stores, one a line', 'Códigos de los locales, uno por línea'],
  addStores: ['Adicionar lojas', 'Add stores', 'Añadir locales'],
  removeStores: ['Retirar lojas', 'Remove stores', 'Quitar locales'],
  change: ['Alterar lojas', 'Change stores', 'Cambiar locales'],
  push: [
    'Endereço para envio de eventos (opcional)',
    'Address for pushed events (optional)',
    'Dirección para el envío de eventos (opcional)',
  ],
  pause: ['Pausar', 'Pause', 'Pausar'],
  resume: ['Retomar', 'Resume', 'Reanudar'],
  revoke: ['Desligar', 'Revoke', 'Dar de baja'],
  renew: ['Novo segredo', 'New secret', 'Nuevo secreto'],
  sure: ['Tenho certeza', 'I am sure', 'Estoy seguro'],
  issued: [
    'Digite estes dados no Comanda da cozinha. O segredo não é mostrado de novo.',
    'Enter these in the kitchen’s Comanda. The secret is not shown again.',
    'Introduzca estos datos en el Comanda de la cocina. El secreto no se vuelve a mostrar.',
  ],
  apiUrl: ['Endereço da API', 'API address', 'Dirección de la API'],
  clientId: ['Client ID', 'Client ID', 'Client ID'],
  clientSecret: ['Client secret', 'Client secret', 'Client secret'],
  audit: ['Alterações', 'Changes', 'Cambios'],
  back: ['Voltar', 'Back', 'Volver'],
  guesses: [
    'Senhas erradas demais. Tente de novo em {}.',
    'Too many wrong passwords. Try again in {}.',
    'Demasiadas contraseñas incorrectas. Pruebe de nuevo en {}.',
  ],
  failed: ['Não foi feito: {}', 'Not done: {}', 'No se hizo: {}'],
} as const
export type PageTexts = TextsLike<FirstTexts<typeof PAGE>>

/** The first language of an `Accept-Language` header that the page supports; otherwise Portuguese. */
export function pageLanguage(header: string | undefined): readonly [locale: Locale, texts: PageTexts] {
  const prefixes = (header ?? '').split(',').map((requested) => requested.trim().slice(0, 2).toLowerCase())
  const locale =
    prefixes.map((prefix) => LOCALES.find((one) => one.slice(0, 2) === prefix)).find((one) => one) ?? 'pt-BR'
  return [locale, textsIn(PAGE, locale)]
}
