/** By this users choose what reaches them. */
export const scorecardsOrigin = 'plugin:scorecards'

/** What owners are told about; each can be muted in the settings of notifications. */
export const scorecardTopics = { digest: 'digest', severe: 'severe', campaigns: 'campaigns', exemptions: 'exemptions' } as const

/** What those who watch an entity are told: its level changes, or a check begins or ceases to fail. */
export const scoreWatchEvent = 'score'
