import { defineMessages } from '@portico/plugin/web'

export const radarMessages = defineMessages('tech-radar', {
  title: 'Tech radar',
  failed: 'The radar could not be read',
  old: 'This radar may be old',
  search: 'Search entries',
  quadrant: 'Quadrant',
  ring: 'Ring',
  all: 'All',
  entries: 'Entries',
  entry: 'Entry',
  changed: 'Changed',
  none: 'No entry matches',
  noneHelp: 'Change the search or the filters.',
  picture: 'Radar with {count} entries. Arrow keys move between them, Enter opens one.',
  blip: '{title}: {ring}, {quadrant}',
  movedIn: 'moved in',
  movedOut: 'moved out',
  unchanged: 'unchanged',
  history: 'History',
  links: 'Links',
})
