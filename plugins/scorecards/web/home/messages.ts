import { defineMessages } from '@portico/core/web'

/** What scorecards say on the home page. */
export const scorecardsHomeMessages = defineMessages('scorecards-home', {
  scoresFailed: 'Could not load the scores of your teams',
  stepsFailed: 'Could not load your next steps',
  noTeams: 'Your teams have no scores yet',
  noTeamsText: 'As soon as checks are chosen, and your teams own something that they are about, the scores are here.',
  noSteps: 'Nothing is left to do',
  noStepsText: 'Every check of what your teams own passes.',
  gain: '+{points}',
  toDecide: 'Exemptions to decide: {count}',
  decide: 'Exemptions',
  exempt: 'Exempt {name} from {check}',
  campaignDue: 'Due on {day}: {done} of {count} done',
})
