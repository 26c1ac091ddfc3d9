import { conflictError, inputError, notAllowedError, notFoundError } from '@portico/core/common'

export const checkNotFound = (name: string) => notFoundError(`There is no check '${name}'`, { code: 'scorecards.check-not-found' })
export const scorecardNotFound = (name: string) =>
  notFoundError(`There is no scorecard '${name}'`, { code: 'scorecards.scorecard-not-found' })
export const campaignNotFound = (name: string) => notFoundError(`There is no campaign '${name}'`, { code: 'scorecards.campaign-not-found' })
export const documentNotFound = (name: string) => notFoundError(`There is no document '${name}'`, { code: 'scorecards.document-not-found' })
export const entityNotFound = (ref: string) =>
  notFoundError(`There is no entity '${ref}', or you may not see it`, { code: 'scorecards.entity-not-found' })
export const exemptionNotFound = (id: string) => notFoundError(`There is no exemption '${id}'`, { code: 'scorecards.exemption-not-found' })

export const documentInvalid = (problems: readonly { readonly line: number; readonly message: string }[]) =>
  inputError(`The document has mistakes: ${problems.map(({ line, message }) => `line ${line}: ${message}`).join('; ')}`.slice(0, 1000), {
    code: 'scorecards.document-invalid',
    details: { problems },
  })
export const documentMismatch = (wanted: string, found: string) =>
  inputError(`The text is of ${found}, and the address of ${wanted}`, { code: 'scorecards.document-mismatch' })
export const documentElsewhere = (name: string, target: string) =>
  conflictError(`'${name}' is in ${target}. Change it there, or propose a change`, { code: 'scorecards.document-elsewhere' })
export const tooManyDocuments = (limit: number) =>
  conflictError(`There are ${limit} documents already. Remove some that are not used`, { code: 'scorecards.too-many-documents' })
export const exemptionEndsInPast = (until: string) =>
  inputError(`The exemption would end on ${until}, which is not in the future. Give a later day`, { code: 'scorecards.exemption-in-past' })
export const exemptionTooLong = (days: number) =>
  inputError(`An exemption lasts at most ${days} days. Ask again when it ends`, { code: 'scorecards.exemption-too-long' })
export const exemptionAsked = () => conflictError('This exemption has been asked for already', { code: 'scorecards.exemption-asked' })
export const exemptionApproved = (until: string) =>
  conflictError(`There is an exemption until ${until} already`, { code: 'scorecards.exemption-approved' })
export const exemptionNotApplicable = (check: string) =>
  inputError(`The check '${check}' is not about this entity`, { code: 'scorecards.exemption-not-applicable' })
export const exemptionDecided = (state: string) =>
  conflictError(`The exemption is ${state} already`, { code: 'scorecards.exemption-decided' })
export const mayNotDecide = () =>
  notAllowedError('Only the owner of the check, an approver, or who has the permission scorecards.exemption.decide may do this', {
    code: 'scorecards.may-not-decide',
  })
export const badgeInvalid = () => notFoundError('This badge is not valid', { code: 'scorecards.badge-invalid' })
export const proposalTargetMissing = () =>
  inputError('Say in which folder of which repository the document is to be (target), or set scorecards.proposals in the config', {
    code: 'scorecards.proposal-target-missing',
  })
