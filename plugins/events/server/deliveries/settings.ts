import type { EventsSection } from '../config.ts'
import { createChecks, type Check } from './signatures.ts'

/** Which topics take deliveries, and how those that are signed prove it. */
export interface DeliverySettings {
  readonly checks: ReadonlyMap<string, Check>
  readonly topics: readonly string[]
}

/** The settings of the config, with the secrets of the apps in `integrations.github`. */
export function toDeliverySettings({ http, modules }: EventsSection, ofApps: readonly string[]): DeliverySettings {
  const { github, gitlab, bitbucketCloud, bitbucketServer, gitea, circleci, jenkins, azureDevOps } = modules
  const checks = createChecks({
    github: [...ofApps, ...(github?.webhookSecret === undefined ? [] : [github.webhookSecret])],
    gitlab: gitlab?.webhookSecret,
    bitbucketCloud: bitbucketCloud?.webhookSecret,
    bitbucketServer: bitbucketServer?.webhookSecret,
    gitea: gitea?.webhookSecret,
    circleci: circleci?.webhookSecret,
    jenkins: jenkins?.webhookSecret,
    azureDevOps: azureDevOps?.password === undefined ? undefined : { username: azureDevOps.username, password: azureDevOps.password },
  })
  return { checks, topics: http.topics }
}
