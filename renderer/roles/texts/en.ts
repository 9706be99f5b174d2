import type { RolesTexts } from './roles-texts.ts'

export const en: RolesTexts = {
  myPart: 'My part is done',
  myPartShort: 'My part',
  reopen: 'Reopen my part',
  reopenShort: 'Reopen',
  progress: 'Progress of each station',
  part: '{{name}} {{done}}/{{count}}',
  otherItems: 'Other items',
  items: 'Items',
  complete: 'All done',
  open_one: '{{count}} item not done',
  open_many: '{{count}} items not done',
  open_other: '{{count}} items not done',
  force: 'Ready anyway',
  openSettings: 'To open the settings, keep a finger on the screen for 3 seconds or press Esc',
}
