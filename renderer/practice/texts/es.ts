import type { PracticeTexts } from './practice-texts.ts'

export const es: PracticeTexts = {
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
}
