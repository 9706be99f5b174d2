import type { LockTexts } from './lock-texts.ts'

export const es: LockTexts = {
  title: 'Escriba el PIN',
  pin: 'PIN',
  open: 'Abrir',
  cancel: 'Cancelar',
  clear: 'Limpiar',
  erase: 'Borrar el último',
  purpose: {
    settings: 'Los ajustes están bloqueados. Los pedidos siguen funcionando sin el PIN.',
    history: 'El historial pide el PIN.',
    report: 'Guardar el informe pide el PIN.',
    quit: 'Cerrar Comanda pide el PIN. Cerrado, no recibe pedidos.',
  },
  wrong: 'PIN incorrecto.',
  tooMany: 'Fueron demasiados intentos.',
  wait: 'El próximo intento se puede hacer en {{time}}.',
  lost: '¿PIN perdido? Quien cuida esta computadora inicia Comanda una vez con --reset-pin.',
  section: {
    explain:
      'Con un PIN, quien pasa por el mostrador solo puede tocar los pedidos: los ajustes, guardar el historial y cerrar el programa quedan bloqueados.',
    none: 'Sin PIN: cualquier persona ante la pantalla puede cambiar los ajustes y cerrar el programa.',
    isSet: 'Hay un PIN definido.',
    locksIn: 'Se bloquea automáticamente tras {{time}} sin uso.',
    set: 'Definir un PIN',
    change: 'Cambiar el PIN',
    remove: 'Quitar el PIN',
    lockNow: 'Bloquear ahora',
    lost: 'Guarde bien el PIN. Perdido, solo se quita iniciando Comanda en esta computadora una vez con --reset-pin.',
    needsSecret:
      'Después de la configuración, el primer PIN pide también la contraseña de la aplicación (client_secret).',
  },
  step: {
    current: 'PIN actual',
    fresh: 'PIN nuevo, de 4 a 12 números',
    again: 'PIN nuevo, otra vez',
    secret: 'Contraseña de la aplicación (client_secret)',
  },
  secret: {
    why: 'Solo quien puede conectar esta cocina define el primer PIN. La contraseña está en el portal de la plataforma y aquí no se guarda otra vez.',
    paste: 'Pegar',
    nothingCopied: 'Todavía no se copió nada.',
  },
  next: 'Continuar',
  save: 'Guardar el PIN',
  differ: 'Los dos PIN no son iguales. Empiece de nuevo.',
  saved: 'El PIN se guardó.',
  removed: 'El PIN se quitó. Ya nada está bloqueado.',
}
