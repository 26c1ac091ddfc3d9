import { AppError, authenticationError, inputError, notAllowedError, notFoundError } from '@portico/core/common'

/** A refusal in the words of OAuth: its code is what clients look at. */
export class OAuthRefusal extends Error {
  readonly code: OAuthErrorCode
  readonly status: number

  constructor(code: OAuthErrorCode, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'server_error'

export function agentTokenRefused() {
  return authenticationError('The token of the agent is not valid: it has expired, was revoked, or never was one', {
    code: 'mcp-actions.token-refused',
  })
}

export function requestNotFound() {
  return notFoundError('There is no such request: it was decided already, or is older than ten minutes. Begin again in the agent', {
    code: 'mcp-actions.request-not-found',
  })
}

export function sessionNeeded() {
  return notAllowedError('Only the user in person can do this, not a program with a token', { code: 'mcp-actions.session-needed' })
}

export function agentNotFound(id: string) {
  return notFoundError(`There is no connected agent '${id}'`, { code: 'mcp-actions.agent-not-found' })
}

export function serverNotFound(id: string) {
  return notFoundError(`There is no server '${id}' in mcpActions.servers`, { code: 'mcp-actions.server-not-found' })
}

export function toolNotFound(name: string) {
  return notFoundError(`There is no tool '${name}' here`, { code: 'mcp-actions.tool-not-found' })
}

export function approvalNotFound(id: string) {
  return notFoundError(`There is no approval '${id}' of yours`, { code: 'mcp-actions.approval-not-found' })
}

export function approvalDecided() {
  return new AppError('ConflictError', 'This call does not wait any more: it was decided, or its time is over', {
    code: 'mcp-actions.approval-decided',
  })
}

export function budgetUsedUp(what: string, limit: number) {
  return new AppError(
    'TooManyRequestsError',
    `This agent has used up its ${what} of today (${limit}). It can go on tomorrow, or an operator raises mcpActions.agents.limits`,
    {
      code: 'mcp-actions.budget',
    },
  )
}

export function argumentsTooLarge(bytes: number) {
  return inputError(`The arguments are longer than ${bytes} bytes: pass less`, { code: 'mcp-actions.arguments-too-large' })
}

export function scopesMissing() {
  return inputError('Choose at least one thing that the agent may do', { code: 'mcp-actions.scopes-missing' })
}
