import { catalogPaths, entityRefOf, entityTitle, toolAnnotations, type Entity } from '@portico/catalog/common'
import type { Catalog } from '@portico/catalog/server'
import type { Logger } from '@portico/core/server'
import type { Notifications } from '@portico/notifications/server'
import { buildAnnotations } from '@portico/builds/common'
import { inTime } from '../builds.ts'
import { annotationOf } from '../entity-project.ts'
import type { FinishedBuild } from './finished-build.ts'
import type { SummarySource } from '../summaries.ts'
import type { BuildEvent } from './webhooks.ts'

interface Dependencies {
  readonly catalog: Pick<Catalog, 'getEntities' | 'query'>
  readonly notifications: Notifications
  readonly sources: () => readonly SummarySource[]
  readonly log: Logger
}

const origin = 'plugin:builds'
const maxNameLength = 255
const loginAnnotations: Readonly<Partial<Record<FinishedBuild['system'], string>>> = {
  github: toolAnnotations.githubUserLogin,
  gitlab: 'gitlab.com/user-login',
  azure: toolAnnotations.microsoftEmail,
}

/** Notifies people that their build broke: who started it, and on the default branch also those who own what is built. */
export function createBreakNotices({ catalog, notifications, sources, log }: Dependencies) {
  async function onlyUser(key: string, value: string): Promise<string | undefined> {
    const predicate = {
      all: [
        { key: 'kind', in: ['user'] },
        { key, in: [value.toLowerCase()] },
      ],
    }
    const { entities } = await catalog.query({ predicate, limit: 2 })
    return entities.length === 1 ? entityRefOf(entities[0]!) : undefined
  }

  /** The user of the catalog behind an account: by its annotation, by the address of the commit, by its name, by the name of the person. */
  async function starterOf({ system, login, email, person }: FinishedBuild): Promise<string | undefined> {
    const annotation = loginAnnotations[system]
    return (
      (login !== undefined && annotation !== undefined ? await onlyUser(`metadata.annotations.${annotation}`, login) : undefined) ??
      (email !== undefined ? await onlyUser('spec.profile.email', email) : undefined) ??
      (login !== undefined ? await onlyUser('metadata.name', login) : undefined) ??
      (person !== undefined ? await onlyUser('spec.profile.displayname', person) : undefined)
    )
  }

  /** Where it cannot be told, the owners hear of it: rather once too often. */
  async function isOnDefaultBranch({ system, branch }: FinishedBuild, entity: Entity): Promise<boolean> {
    const source = sources().find(({ id }) => id === system)
    const value = annotationOf(entity, buildAnnotations[system])
    if (!source || value === undefined || branch === undefined) return true
    try {
      const opened = await source.open()
      const found = await inTime(signal => opened.defaultBranch({ value, entity }, signal))
      return found === undefined || found === branch
    } catch (error) {
      log.warn({ error, system }, 'the default branch of a project could not be read')
      return true
    }
  }

  return {
    async tell(event: BuildEvent): Promise<void> {
      const entities = (await catalog.getEntities(event.entityRefs)).filter(entity => entity !== undefined)
      const [first] = entities
      if (!first) return
      const starter = await starterOf(event)
      const owned = (await isOnDefaultBranch(event, first)) ? entities.map(entityRefOf) : []
      const entityRef = [...(starter === undefined ? [] : [starter]), ...owned]
      if (entityRef.length > 0)
        await notifications.send({ recipients: { type: 'entity', entityRef }, payload: noticeOf(event, entities) }, { origin })
    },
  }
}

function noticeOf({ system, project, id, number, branch, line }: BuildEvent, entities: readonly Entity[]) {
  const [first] = entities
  const names = entities.map(entityTitle)
  const what = names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
  const tab = `ci-cd/${encodeURIComponent(id)}?system=${encodeURIComponent(system)}`
  return {
    title: `Build ${number} of ${what} failed${branch === undefined ? '' : ` on ${branch}`}`.slice(0, 500),
    description: 'The build before it was good.',
    link: catalogPaths.entity(entityRefOf(first!), tab),
    severity: 'high' as const,
    topic: 'builds',
    // The next failure of the same line takes the place of this one.
    scope: `broke:${[system, project, branch, line].filter(part => part !== undefined).join(':')}`.slice(0, maxNameLength),
  }
}
