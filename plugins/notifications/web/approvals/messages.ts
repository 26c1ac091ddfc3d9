import { defineMessages } from '@portico/core/web'

/** What is said about approvals, whoever asks for them. */
export const approvalMessages = defineMessages('approvals', {
  tabs: 'Pages about what you are told',
  subtitle: 'What others, and programs of yours, do only with your yes',
  nothing: 'Nothing waits for you',
  nothingText:
    'Runs of templates that need your approval appear here, exemptions of your checks, and calls of agents that you have connected.',
  failed: '{source} that wait for you could not be read',
  askedBy: 'Asked by',
  until: 'Ends',
  decide: 'Decide',
  decideOf: 'Decide about {title}',
  approve: 'Approve',
  refuse: 'Refuse',
  reason: 'Reason (optional)',
  decisionFailed: 'Your decision could not be saved',
})
