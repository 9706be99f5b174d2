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
  open_one: '{{count}} left',
  open_many: '{{count}} left',
  open_other: '{{count}} left',
  force: 'Ready anyway',
  whichStation: 'Which preparation station?',
  whichStationHint: 'Until one is chosen, this screen shows the items of all stations and marks none as done.',
  noStations: 'There are no preparation stations yet. Add them on the main computer: Settings, “Stations”.',
  openSettings: 'To open the settings, keep a finger on the screen for 3 seconds or press Esc',
}
