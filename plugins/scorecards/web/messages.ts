import { defineMessages } from '@portico/core/web'

/** The texts that every page needs; the others come with the pages. */
export const scorecardsMessages = defineMessages('scorecards', {
  scorecards: 'Scorecards',
  checks: 'Checks',
  check: 'Check',
  scorecard: 'Scorecard',
  campaigns: 'Campaigns',
  campaign: 'Campaign',
  exemptions: 'Exemptions',
  editor: 'Editor',
  team: 'Team',
  score: 'Score',
  level: 'Level',
  myScores: 'Scores of my teams',
  myScoresText: 'How the teams that you belong to score, and how much of that is known',
  mySteps: 'Next steps',
  myStepsText: 'What your teams can do next, the most gain for the least effort first',
  attention: 'Scorecards',
  watch: 'its scorecard results change',
  topicDigest: 'Digests of scores',
  topicSevere: 'Severe checks that begin to fail',
  topicCampaigns: 'Campaigns',
  topicExemptions: 'Exemptions',
})
