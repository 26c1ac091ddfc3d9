import { defineMessages } from '@portico/core/web'

/** The words about what to do next. */
export const fixMessages = defineMessages('scorecards-fix', {
  runTemplate: 'Run template',
  howToFix: 'How to fix it',
  next: 'What to do next',
  nextText: 'The most gain for the least effort first',
  gain: '+{points} points',
  unlocks: 'Reaches {level}',
  stepsFailed: 'Could not load what to do next',
  nothing: 'Nothing is left to do',
  nothingText: 'Every check that applies passes.',
  showMore: 'Show more',
  shown: '{shown} of {count}',
})
