import type { MessageTexts } from '../texts.ts'

export const esMessages: MessageTexts = {
  freshness: {
    retryNow: 'Reintentar',
    fresh: 'Al día',
    checked: 'Verificado hace {{age}}',
    late: 'hace {{age}}',
    stale: 'Sin actualizar hace {{age}}',
    staleNever: 'Aún sin verificar',
    offline: 'Sin conexión hace {{age}}',
    offlineNever: 'Sin conexión',
    setup: 'Falta configurar',
    storeRisk: 'La plataforma puede cerrar el local en {{time}}',
    storeRiskNow: 'La plataforma puede haber cerrado el local',
    waiting: 'Reintento automático. Los toques quedan guardados.',
  },
  trouble: {
    'not-configured': 'Abra la configuración e ingrese los datos del portal de la plataforma.',
    'keychain-locked': 'Desbloquee el llavero de la computadora.',
    'keychain-absent': 'Instale o active el llavero de la computadora.',
    'keychain-denied': 'Permita que Comanda use el llavero.',
    'keychain-failing': 'El llavero no responde. Busque su ventana o reinicie la computadora.',
    'keychain-no-library': 'Instale el componente que falta (Linux: libsecret) y abra Comanda de nuevo.',
    'keychain-no-session': 'Cierre la sesión, entre de nuevo y abra Comanda desde su icono.',
    'keychain-too-long': 'Credenciales demasiado largas para el llavero. Revise lo que se pegó.',
    'keychain-garbled': 'Ingrese otra vez las credenciales: las guardadas no se pueden leer.',
    'credentials-refused': 'Credenciales rechazadas. Revíselas con la plataforma.',
    'secret-replaced': 'La cadena cambió el secret de esta cocina. Pídalo a la oficina e introdúzcalo aquí.',
    'kitchen-paused': 'La oficina de la cadena pausó esta cocina. Hable con ella. Los toques quedan guardados.',
    'credential-in-use': 'Cierre el otro Comanda de esta computadora. Después este toma el relevo automáticamente.',
    'handed-over': 'Los pedidos llegan a la otra computadora.',
    forbidden: 'Local no autorizado. Hable con la plataforma.',
    network: 'Revise cable o Wi-Fi.',
    platform: 'La plataforma no responde.',
    storage: 'Libere espacio en el disco. Hasta entonces no se recibe nada nuevo.',
    'station-away': 'La computadora principal no responde. Revise la red. Los toques quedan guardados.',
    'station-older': 'Actualice Comanda en la computadora principal.',
    'screen-older': 'Actualice Comanda en esta pantalla.',
    'not-paired': 'Esta pantalla se quitó en la computadora principal. Conéctela de nuevo.',
  },
  notice: {
    'acknowledgments-refused':
      'La plataforma rechaza todas las confirmaciones de recepción. Los pedidos llegan, quizá tarde. Llame a soporte.',
    'orders-held-back':
      'Hay más pedidos anunciados de los que la plataforma muestra. Compare con el portal de la plataforma.',
    'clock-skew': 'El reloj de esta computadora está mal. Los tiempos del tablero siguen el reloj de la plataforma.',
    'storage-full':
      'Disco lleno. Libere espacio: Comanda se recupera automáticamente. Hasta entonces se ven los pedidos, pero no se aceptan toques.',
    'storage-repaired':
      'Los datos de Comanda estaban dañados y se recuperaron. Compare los pedidos abiertos con el portal de la plataforma.',
    'storage-lost':
      'Los datos de Comanda estaban dañados y no se pudieron recuperar. Revise ahora los pedidos abiertos en el portal de la plataforma.',
    'storage-newer':
      'Esta computadora guarda datos de una versión más nueva de Comanda. Instale la versión más nueva; no se borró nada.',
    'storage-damaged':
      'Los datos guardados en esta computadora están dañados. No se borró nada. Llame a soporte y use el portal de la plataforma.',
    'storage-failing':
      'Esta computadora no logra escribir. Libere espacio o revise el disco y los permisos de la carpeta de datos de Comanda, y abra Comanda de nuevo.',
    'provision-taken': 'Las credenciales del archivo se guardaron y se borraron del archivo.',
    'provision-refused':
      'El archivo de credenciales no se aceptó. Puede contener aún la contraseña: corríjalo o bórrelo. El registro dice por qué.',
    'provision-not-erased':
      'Las credenciales se guardaron, pero la contraseña no se pudo borrar del archivo. Borre el archivo ahora.',
    'provision-waiting':
      'El llavero no acepta ahora las credenciales del archivo. La cocina sigue con las anteriores y lo intenta de nuevo; la contraseña sigue en el archivo.',
    'provision-on-screen':
      'El archivo de credenciales no se usó: esta computadora es una pantalla de otra estación. Use el archivo en la estación. Aún contiene la contraseña.',
    unknown: 'Algo requiere atención. Vea el registro del programa.',
  },
  failure: {
    'bad-arguments': 'No fue posible: datos inválidos.',
    'not-allowed': 'No permitido en este momento.',
    'unknown-order': 'Este pedido ya no está en el tablero.',
    'not-offered': 'El pedido cambió: este paso ya no vale.',
    'reason-missing': 'Elija un motivo.',
    'too-late': 'Demasiado tarde: ya fue enviado.',
    offline: 'Sin conexión: solo funciona con internet. Intente de nuevo.',
    forbidden: 'La plataforma no autoriza esta aplicación para este local.',
    rejected: 'La plataforma lo rechazó.',
    'not-configured': 'Falta configurar la plataforma.',
    storage: 'No se pudo guardar en esta computadora. No se envió nada.',
    locked: 'Bloqueado: escriba primero el PIN.',
    'wrong-pin': 'PIN incorrecto.',
    'wrong-secret': 'Esta no es la contraseña (client_secret) con la que esta cocina está conectada.',
    'secret-unavailable': 'No hay contraseña guardada para comparar: conecte esta cocina, o desbloquee el llavero.',
    wait: 'Demasiados intentos. Espere un poco.',
    'no-printer': 'No se encontró ninguna impresora en esta computadora.',
    'printer-not-named':
      'Elija una impresora en los ajustes. Comanda imprime automáticamente solo en una impresora elegida.',
    'printer-failed': 'La impresora no lo aceptó. Revise papel, cable y energía, e intente de nuevo.',
    'nothing-to-print': 'No hay ningún pedido abierto para imprimir.',
    'station-away': 'La computadora principal no responde. Intente de nuevo.',
    'screen-removed': 'Esta pantalla se quitó en la computadora principal.',
    internal: 'Error inesperado. Intente de nuevo.',
  },
}
