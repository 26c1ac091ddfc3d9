import { basicPermission, limitGuests } from '@portico/core/common'

/** Seeing checks, results and scores, of the entities that one may see. */
export const readScorecardsPermission = basicPermission('scorecards.result.read', 'read')
/** Writing checks, scorecards and campaigns, and trying drafts. */
export const manageScorecardsPermission = limitGuests(basicPermission('scorecards.document.manage', 'update'))
/** Asking for an exemption. */
export const askExemptionPermission = limitGuests(basicPermission('scorecards.exemption.ask', 'create'))
/** Deciding exemptions of any check. Owners of a check decide its exemptions without it. */
export const decideExemptionPermission = limitGuests(basicPermission('scorecards.exemption.decide', 'update'))

export const scorecardsPermissions = [
  readScorecardsPermission,
  manageScorecardsPermission,
  askExemptionPermission,
  decideExemptionPermission,
] as const
