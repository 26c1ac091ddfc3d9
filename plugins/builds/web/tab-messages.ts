import { defineMessages } from '@portico/core/web'

/** The texts that every page needs; the others come with the tab. */
export const tabMessages = defineMessages('builds', { tab: 'CI/CD', lastBuild: 'Last build', topic: 'Builds' })
