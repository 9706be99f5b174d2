import type { RolesTexts } from './texts.ts'

export const es: RolesTexts = {
  myPart: 'Mi parte está lista',
  myPartShort: 'Mi parte',
  reopen: 'Reabrir mi parte',
  reopenShort: 'Reabrir',
  progress: 'Avance por estación',
  part: '{{name}} {{done}}/{{count}}',
  otherItems: 'Otros artículos',
  items: 'Artículos',
  complete: 'Todo listo',
  open_one: 'Falta {{count}} artículo',
  open_many: 'Faltan {{count}} artículos',
  open_other: 'Faltan {{count}} artículos',
  force: 'Listo de todos modos',
  openSettings: 'Para abrir la configuración, mantenga el dedo en la pantalla 3 segundos o presione Esc',
}
