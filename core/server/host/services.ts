import type { CoreConfig } from '../config/core-config.ts'
import type { Database } from '../database/database.ts'
import { createAudit } from '../operations/create-audit.ts'
import type { Logger } from '../operations/log.ts'
import type { Redactor } from '../operations/redactor.ts'
import { createAuthenticator } from '../tokens/authenticate.ts'
import { createTokenService } from '../tokens/token-service.ts'
import { createWork } from '../work/work.ts'
import type { AccessTokenPort, AgentTokenPort, UserAccessPort } from './access-tokens.ts'
import type { Discovery } from './discovery.ts'
import type { IdentityPort } from './identity.ts'

/** What all plugins share: tokens, scheduled tasks, jobs, events, workers, the audit trail. */
export function createServices(options: {
  readonly core: CoreConfig
  readonly database: Database
  readonly discovery: Discovery
  readonly log: Logger
  readonly redactor: Redactor
  readonly accessTokens: () => AccessTokenPort | undefined
  readonly agentTokens: () => AgentTokenPort | undefined
  readonly userAccess: () => UserAccessPort | undefined
  readonly identity: () => IdentityPort | undefined
}) {
  const { core, database, discovery, log, redactor, accessTokens, agentTokens, userAccess, identity } = options
  const db = database.forSchema('core')
  const tokens = createTokenService({
    db,
    log,
    accessTokens,
    agentTokens,
    userAccess,
    identity,
    settings: {
      tokenLifetimeMs: core['auth.backstageTokenExpiration'],
      algorithm: core['auth.identityTokenAlgorithm'],
      omitOwnership: core['auth.omitIdentityTokenOwnershipClaim'],
      issuer: discovery.externalUrl('auth'),
      externalAccess: core.backend.auth.externalAccess,
    },
  })
  const authenticator = createAuthenticator({
    tokens,
    dangerouslyDisableDefaultAuthPolicy: core.backend.auth.dangerouslyDisableDefaultAuthPolicy,
  })
  const work = createWork({ database, log })
  const audit = createAudit({ db, log, redactor })
  work.scheduler.forPlugin('core').schedule({
    id: 'prune-audit-trail',
    description: 'Deletes audit events that are older than the retention',
    frequency: { hours: 24 },
    timeout: { minutes: 10 },
    initialDelay: { minutes: 5 },
    run: async signal => void (await audit.prune(new Date(Date.now() - core.backend.audit.retention), signal)),
  })

  return { ...work, tokens, authenticator, audit }
}

export type CoreServices = ReturnType<typeof createServices>
