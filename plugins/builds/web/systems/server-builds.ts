import { buildsApi, isBuildId } from '@portico/builds/common'
import { compoundRefOf, type Entity } from '@portico/catalog/common'
import { notFoundError } from '@portico/core/common'
import type { BuildConnection, Builds } from '../slots.ts'
import { readLimited } from './read-limited.ts'

const maxLogBytes = 64 * 2 ** 20

/** How the routes of the server name an entity. */
export function paramsOf(entity: Entity) {
  const { kind, namespace, name } = compoundRefOf(entity)
  return { kind: kind.toLowerCase(), namespace: namespace.toLowerCase(), name }
}

/** Builds of a system that the server asks. */
export function connectServerBuilds(system: string, { entity, client }: Pick<BuildConnection, 'entity' | 'client'>): Builds {
  const params = { ...paramsOf(entity), system }
  const ofBuild = (id: string) => {
    if (!isBuildId(id)) throw notFoundError(`There is no build ${id.slice(0, 100)}`, { code: 'builds.no-build' })
    return { ...params, id }
  }
  return {
    list: (page, signal) => client.call(buildsApi.listBuilds, { params, query: page }, { signal }),
    get: async (id, signal) => client.call(buildsApi.getBuild, { params: ofBuild(id) }, { signal }),
    async readLog(id, action, signal) {
      const response = await client.send(buildsApi.readLog, { params: ofBuild(id), query: { action } }, { signal })
      return readLimited(response, maxLogBytes, 'The log')
    },
    restart: async ({ id }) => client.call(buildsApi.restartBuild, { params: ofBuild(id) }),
  }
}
