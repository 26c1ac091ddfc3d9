import { defineMessages } from '@portico/core/web'

/** The words of the bar by which a moment of the past is chosen. */
export const timeMessages = defineMessages('catalog-time', {
  lookBack: 'Look at the past',
  bar: 'The past',
  asItWas: 'As it was on {moment}',
  asItIs: 'As it is now',
  backToNow: 'Back to now',
  moment: 'Moment',
  now: 'Now',
  play: 'Play',
  pause: 'Pause',
  previousChange: 'Previous change',
  nextChange: 'Next change',
  added: '{count} added',
  changed: '{count} changed',
  removed: '{count} removed: {names}',
  removedMore: '{count} removed: {names} and others',
  changedFields: 'Changed: {fields}',
  noChanges: 'Nothing here changed in this step',
  markAdded: 'Added',
  markChanged: 'Changed',
  noHistory: 'Nothing has happened yet',
  nothingYet: 'There was nothing yet',
  nothingYetText: 'The catalog began on {moment}. Move the slider to a later moment.',
  notKnown: 'Changes before {moment} are no longer kept',
  failed: 'The history could not be loaded',
})
