import type { FeatureTexts } from '../feature-texts.ts'
import { esSettings } from './settings.ts'
import { esWizard } from './wizard.ts'

export const esFeatures: FeatureTexts = {
  settings: esSettings,
  wizard: esWizard,
  keyboard: {
    symbols: '#+=',
    letters: 'abc',
    key: { shift: 'Mayúsculas', delete: 'Borrar', page: 'Símbolos o letras', space: 'Espacio', done: 'Listo' },
    when: { auto: 'Al tocar un campo', always: 'Siempre', never: 'Nunca' },
  },
  lock: {
    title: 'Escriba el PIN',
    pin: 'PIN',
    open: 'Abrir',
    cancel: 'Cancelar',
    purpose: {
      settings: 'Los ajustes están bloqueados. Los pedidos siguen funcionando sin el PIN.',
      history: 'El historial pide el PIN.',
      report: 'Guardar el informe pide el PIN.',
      quit: 'Cerrar Comanda pide el PIN. Cerrado, no recibe pedidos.',
    },
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
    },
    save: 'Guardar el PIN',
    differ: 'Los dos PIN no son iguales. Empiece de nuevo.',
    saved: 'El PIN se guardó.',
    removed: 'El PIN se quitó. Ya nada está bloqueado.',
  },
  practice: {
    tab: 'Práctica',
    explain:
      'Para aprender a usar el tablero con pedidos inventados. Se quedan en esta computadora: no llegan a la plataforma, no se mezclan con los pedidos reales y se borran al final.',
    promise:
      'Mientras usted practica, los pedidos reales siguen llegando y quedan guardados. Un pedido real nuevo, o uno abierto que suene, termina la práctica al instante: el tablero real vuelve y suena.',
    scenario: {
      'first-shift': {
        name: 'Primer turno',
        what: 'Pocos pedidos, uno tras otro: aceptar, preparar, dejar listo.',
        lesson: 'Cada pedido suena hasta que alguien lo toca.',
      },
      'lunch-rush': {
        name: 'Hora pico del almuerzo',
        what: 'Casi cuarenta pedidos en seis minutos, y algunos cancelados.',
        lesson: 'Acepte primero, cocine después: el encabezado muestra el pedido más cercano a su plazo.',
      },
      duplicates: {
        name: 'Avisos repetidos',
        what: 'La plataforma manda cada aviso varias veces y en desorden.',
        lesson: 'Cada pedido aparece una sola vez, por más que se repita el aviso.',
      },
      cancellation: {
        name: 'Cancelado durante la preparación',
        what: 'Los clientes cancelan pedidos que ya están al fuego.',
        lesson: 'PARE queda en la pantalla hasta que alguien lo confirma.',
      },
      outage: {
        name: 'Diez minutos sin internet',
        what: 'Internet falla diez minutos y vuelve, con los pedidos que llegaron en ese tiempo.',
        lesson: 'Los toques sin internet quedan guardados y se envían cuando vuelve.',
      },
      'clock-jump': {
        name: 'Reloj equivocado',
        what: 'El reloj de la computadora salta 47 minutos.',
        lesson: 'Los tiempos de los pedidos siguen el reloj de la plataforma, no el de esta computadora.',
      },
    },
    minutes: '{{minutes}} min',
    begin: 'Empezar',
    open: 'Hay pedidos reales abiertos. No se ven durante la práctica y suenan como siempre.',
    confirm: 'Practicar de todos modos',
    notNow: 'Ahora no',
    ringing: 'Un pedido real está sonando. Atiéndalo primero.',
    stale: 'El tablero real está desactualizado. Resuélvalo primero.',
    left: 'Termina en {{time}}',
    end: 'Terminar la práctica',
    title: 'Cómo fue: {{name}}',
    accepted: 'Aceptados en {{minutes}} min o menos',
    of: '{{done}} de {{all}}',
    cooked: 'Preparados después de PARE',
    unseen: 'Mayor tiempo sin que nadie tocara un pedido nuevo',
    stop: 'Mayor tiempo hasta confirmar un PARE',
    waited: '{{time}} (el pedido {{displayId}})',
    none: 'ninguno',
    advice: {
      nothing: 'La práctica terminó antes de que hubiera algo que evaluar.',
      'cooked-on': 'Después de PARE no toque más "Preparar" ni "Listo": retire la comida y confirme que paró.',
      accept: 'Acepte cada pedido nuevo en cuanto suene; la preparación puede esperar, el plazo no.',
      unseen: 'Toque el pedido en cuanto suene, aunque tenga las manos ocupadas: así todos saben que alguien lo vio.',
      stop: 'Confirme PARE en cuanto aparezca: hasta entonces nadie sabe si la preparación paró.',
      good: 'Muy bien.',
    },
    interrupted: 'Terminó antes porque un pedido real necesitaba atención.',
    again: 'Otra vez',
    back: 'Volver al tablero real',
    last: 'Última práctica: {{name}}',
  },
  roles: {
    myPartShort: 'Mi parte',
    reopenShort: 'Reabrir',
    progress: 'Avance por estación',
    part: '{{name}} {{done}}/{{count}}',
    otherItems: 'Otros ítems',
    items: 'Ítems',
    complete: 'Todo listo',
    open_one: 'Falta {{count}}',
    open_many: 'Faltan {{count}}',
    open_other: 'Faltan {{count}}',
    whichStation: '¿Cuál estación de preparación?',
    whichStationHint:
      'Hasta que se elija, esta pantalla muestra los ítems de todas las estaciones y no marca ninguno como listo.',
    noStations:
      'Todavía no hay estaciones de preparación. Regístrelas en la computadora principal: Ajustes, “Estaciones”.',
  },
}
