/** The words of the customers' board, for the window and for the page that a browser of the network opens. */
export const CUSTOMERS = {
  title: ['Pedidos', 'Orders', 'Pedidos'],
  preparing: ['Em preparo', 'Preparing', 'En preparación'],
  ready: ['Pronto', 'Ready', 'Listo'],
  updated: ['Atualizado há {{age}}', 'Updated {{age}} ago', 'Actualizado hace {{age}}'],
  never: ['Aguardando o computador da loja', 'Waiting for the store’s computer', 'Esperando la computadora del local'],
  more: ['e mais {{count}}', 'and {{count}} more', 'y {{count}} más'],
} as const
