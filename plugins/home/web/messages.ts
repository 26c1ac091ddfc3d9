import { defineMessages } from '@portico/core/web'

/** What is there with the first page: the navigation, and the names of the widgets. */
export const homeMessages = defineMessages('home', {
  home: 'Home',

  joke: 'Random Joke',
  jokeText: 'A joke, about programming or of the kind that fathers tell.',
  toolkit: 'Toolkit',
  toolkitText: 'Links to the tools of your organisation, and your own.',
  topVisited: 'Top Visited',
  topVisitedText: 'The pages that you open most often.',
  recentlyVisited: 'Recently Visited',
  recentlyVisitedText: 'The pages that you opened last.',
  quickStart: 'Quick Start',
  quickStartText: 'Where to begin in this portal.',
  clock: 'World clock',
  clockText: 'The time where your colleagues are.',
  logo: 'Company logo',
  logoText: 'The logo of your organisation.',
  attention: 'My open work',
  attentionText: 'What needs your attention: problems, broken docs, approvals that wait for you.',
  markdown: 'Text',
  markdownText: 'Notes in Markdown.',
  links: 'Links',
  linksText: 'A list of links.',
})
