import { entityReadPermission, entityRefOf, notFoundError, type Entity } from '@portico/plugin/common'
import { catalogService, defineServerPlugin, integrationsService, searchService, type Principal } from '@portico/plugin/server'
import { adrLocation, decisionRecordsApi } from '../common/index.ts'
import { createRecordReading } from './record-reading.ts'

export default defineServerPlugin({
  id: 'decision-records',
  uses: { catalog: catalogService, integrations: integrationsService, search: searchService },
  setup({ implement, log, security: { permissions } }, { catalog, integrations, search }) {
    const readRecords = createRecordReading(integrations)

    async function entityFor(caller: Principal, { kind, namespace, name }: { kind: string; namespace: string; name: string }): Promise<Entity> {
      const ref = `${kind}:${namespace}/${name}`.toLowerCase()
      const entity = await catalog.getEntity(ref)
      const [decision] = entity ? await permissions.authorize(caller, [{ permission: entityReadPermission, resourceRef: ref }]) : []
      if (!entity || decision?.result !== 'ALLOW') throw notFoundError(`There is no entity '${ref}'`)
      return entity
    }

    implement(decisionRecordsApi, {
      async listRecords({ caller, params }) {
        const records = await readRecords(await entityFor(caller, params))
        return { items: records.map(({ text: _, ...record }) => record) }
      },
      async getRecord({ caller, params, query }) {
        const record = (await readRecords(await entityFor(caller, params))).find(({ file }) => file === query.file)
        if (!record) throw notFoundError(`There is no record '${query.file}'`)
        return record
      },
    })

    search.registerSource({
      type: 'adr',
      visibilityPermission: entityReadPermission,
      async *documents({ signal }) {
        for await (const batch of catalog.versions({ predicate: { key: `metadata.annotations.${adrLocation}`, exists: true } })) {
          for (const entity of await catalog.getEntities(batch.map(({ ref }) => ref))) {
            signal.throwIfAborted()
            if (!entity) continue
            const ref = entityRefOf(entity)
            try {
              yield (await readRecords(entity)).map(({ file, title, text, status }) => ({
                title,
                text,
                ...(status && { status }),
                location: `${pathOf(entity)}?record=${encodeURIComponent(file)}`,
                authorization: { resourceRef: ref },
              }))
            } catch (error) {
              log.warn(`The decision records of ${ref} could not be read: ${(error as Error).message}`)
            }
          }
        }
      },
    })
  },
})

function pathOf({ kind, metadata: { namespace = 'default', name } }: Entity): string {
  return `/catalog/${namespace}/${kind}/${name}/decision-records`.toLowerCase()
}
