import { defineMessages } from '@portico/core/web'

/** What the catalog's widgets of the home page say. */
export const catalogHomeMessages = defineMessages('catalog-home', {
  starred: 'Your Starred Entities',
  starredText: 'The entities that you have starred, on every device.',
  noStars: 'You have not starred anything yet',
  noStarsText: 'Press the star beside the name of an entity to have it here.',
  openStep: 'Open a component',
  openStepText: 'Its owner, docs, builds and dependencies are on one page.',
  starStep: 'Star what you use',
  starStepText: 'Stars lead back to it from here, on every device.',
  changes: 'Recent changes',
  changesText: 'Recent changes of what you own or have starred.',
  noChanges: 'Nothing changed',
  noChangesText: 'Changes of what you own or have starred are listed here.',
  changesFailed: 'The changes could not be read',
  attention: 'Catalog health',
  'failed-document': 'Could not be processed',
  'unreadable-source': 'Its source cannot be read',
  'forbidden-source': 'Its source is not allowed',
  'name-conflict': 'Another source has this name',
  'dangling-reference': 'Refers to something that is missing',
  orphan: 'Is not in any source any more',
  unowned: 'Has no owner',
  'stale-source': 'Was not read for a long time',
})
