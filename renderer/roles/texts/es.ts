import type { RolesTexts } from './roles-texts.ts'

export const es: RolesTexts = {
  myPart: 'Mi parte está lista',
  myPartShort: 'Mi parte',
  reopen: 'Reabrir mi parte',
  reopenShort: 'Reabrir',
  progress: 'Avance por estación',
  part: '{{name}} {{done}}/{{count}}',
  otherItems: 'Otros productos',
  items: 'Productos',
  complete: 'Todo listo',
  open_one: 'Falta {{count}}',
  open_many: 'Faltan {{count}}',
  open_other: 'Faltan {{count}}',
  force: 'Listo igual',
  whichStation: '¿Cuál estación de preparación?',
  whichStationHint:
    'Hasta que se elija, esta pantalla muestra los productos de todas las estaciones y no marca ninguno como listo.',
  noStations:
    'Todavía no hay estaciones de preparación. Regístrelas en la computadora principal: Ajustes, “Estaciones”.',
  openSettings: 'Para abrir los ajustes, mantenga el dedo en la pantalla 3 segundos o presione Esc',
}
