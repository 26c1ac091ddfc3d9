import { defineMessages } from '@portico/core/web'

/** What builds say on the home page. */
export const buildsHomeMessages = defineMessages('builds', {
  failingBuild: 'Build {number} failed',
  failingBranch: 'Build {number} of {branch} failed',
})
