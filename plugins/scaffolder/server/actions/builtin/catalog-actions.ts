import { catalogApi, entityRefOf, parseEntityRef, stringifyEntityRef, type Entity } from '@portico/catalog/common'
import { AppError, notFoundError } from '@portico/core/common'
import type { PluginClient } from '@portico/core/server'
import { z } from 'zod'
import { defineAction, type Action } from '../action.ts'
import { clientFor } from './acting.ts'

export interface CatalogActionDependencies {
  readonly client: PluginClient
}

/** The annotation that names the template an entity was made with. */
export const sourceTemplateAnnotation = 'backstage.io/source-template'

export function createCatalogActions({ client }: CatalogActionDependencies): Action[] {
  return [registerAction(client), fetchAction(client), catalogWrite] as Action[]
}

function registerAction(client: PluginClient) {
  return defineAction({
    id: 'catalog:register',
    description: 'Registers a file of entities in the catalog, as the user',
    examples: [
      {
        description: 'Register what was published',
        example:
          "steps:\n  - action: catalog:register\n    input:\n      repoContentsUrl: ${{ steps['publish'].output.repoContentsUrl }}\n",
      },
      {
        description: 'Register an address',
        example:
          'steps:\n  - action: catalog:register\n    input:\n      catalogInfoUrl: https://host/org/repo/blob/main/catalog-info.yaml\n',
      },
    ],
    input: z.union([
      z.object({
        catalogInfoUrl: z.string().min(1).describe('The address of the file'),
        optional: z.boolean().optional().describe('A failure is only a warning'),
      }),
      z.object({
        repoContentsUrl: z.string().min(1).describe('The address of the files of a repository, as publishing gives it'),
        catalogInfoPath: z.string().default('/catalog-info.yaml').describe('The path of the file there'),
        optional: z.boolean().optional().describe('A failure is only a warning'),
      }),
    ]),
    output: z.object({
      entityRef: z.string().optional().describe('The ref of the component in the file, else of its first entity'),
      catalogInfoUrl: z.string().describe('The address of the file'),
    }),
    isIdempotent: true,
    plan: ({ input }) => {
      const target = targetOf(input)
      // A step before may know its address only when it has run.
      if (!URL.canParse(target)) return [{ kind: 'location', title: 'Registers what was made before in the catalog' }]
      return [{ kind: 'location', title: `Registers ${target} in the catalog`, address: target }]
    },
    async run(context) {
      const { input, caller, output, log, warn, once, record } = context
      const target = targetOf(input)
      output('catalogInfoUrl', target)
      const calls = clientFor(client, caller)
      const location = { type: 'url', target }
      try {
        await once('location', async () => {
          const added = await calls.call(catalogApi.addLocation, { body: location, query: {} }).catch((error: unknown) => {
            // A step that is run again may find what it registered before it was interrupted.
            if (context.isRetry && error instanceof AppError && error.name === 'ConflictError') return undefined
            throw error
          })
          if (added) await record({ kind: 'location', title: `Location ${target}`, address: target, undo: { id: added.location.id } })
          log(`Registered ${target} in the catalog`)
          return true
        })
        const { entities } = await calls.call(catalogApi.addLocation, { body: location, query: { dryRun: 'true' } })
        const entity = mainEntity(entities as Entity[])
        if (entity) output('entityRef', entityRefOf(entity))
      } catch (error) {
        if (!input.optional) throw error
        warn(`${target} could not be registered: ${(error as Error).message}`)
      }
    },
    async undo({ undo }, { caller }) {
      await clientFor(client, caller).call(catalogApi.deleteLocation, { params: { id: String(undo['id']) } })
    },
  })
}

type RegisterInput = { readonly catalogInfoUrl: string } | { readonly repoContentsUrl: string; readonly catalogInfoPath: string }

function targetOf(input: RegisterInput): string {
  if ('catalogInfoUrl' in input) return input.catalogInfoUrl
  return `${input.repoContentsUrl.replace(/\/+$/, '')}/${input.catalogInfoPath.replace(/^\/+/, '')}`
}

/** The first component that was not generated, else the first entity that was not, else the first. */
function mainEntity(entities: readonly Entity[]): Entity | undefined {
  const own = entities.filter(({ metadata }) => !metadata.name.startsWith('generated-'))
  return own.find(({ kind }) => kind.toLowerCase() === 'component') ?? own[0] ?? entities[0]
}

function fetchAction(client: PluginClient) {
  return defineAction({
    id: 'catalog:fetch',
    description: 'Reads entities of the catalog that the user may see',
    examples: [
      {
        description: 'Read an entity',
        example: 'steps:\n  - action: catalog:fetch\n    input:\n      entityRef: component:default/name\n',
      },
    ],
    input: z
      .object({
        entityRef: z.string().optional().describe('The ref of one entity'),
        entityRefs: z.array(z.string()).optional().describe('The refs of several entities'),
        optional: z.boolean().optional().describe('An entity that is missing is null, and no error'),
        defaultKind: z.string().optional().describe('The kind of refs that name none'),
        defaultNamespace: z.string().optional().describe('The namespace of refs that name none'),
      })
      .refine(({ entityRef, entityRefs }) => entityRef !== undefined || entityRefs !== undefined, 'entityRef or entityRefs is missing'),
    output: z.object({
      entity: z.unknown().optional().describe('The entity of entityRef'),
      entities: z.array(z.unknown()).optional().describe('The entities of entityRefs, in their order'),
    }),
    supportsDryRun: true,
    isIdempotent: true,
    async run({ input, caller, output }) {
      const { defaultKind, defaultNamespace } = input
      const refs = (input.entityRefs ?? [input.entityRef ?? '']).map(ref =>
        stringifyEntityRef(parseEntityRef(ref, { defaultKind, defaultNamespace })),
      )
      const { items } = await clientFor(client, caller).call(catalogApi.getEntitiesByRefs, { body: { entityRefs: refs }, query: {} })
      const missing = refs.find((_, at) => !items[at])
      if (missing !== undefined && !input.optional)
        throw notFoundError(`There is no entity '${missing}'`, { code: 'scaffolder.entity-not-found' })
      if (input.entityRefs) output('entities', items)
      else output('entity', items[0])
    },
  })
}

const catalogWrite = defineAction({
  id: 'catalog:write',
  description: 'Writes an entity file into the workspace',
  examples: [
    {
      description: 'Write a component',
      example:
        'steps:\n  - action: catalog:write\n    input:\n      entity:\n        apiVersion: backstage.io/v1alpha1\n        kind: Component\n        metadata:\n          name: ${{ parameters.name }}\n        spec:\n          type: service\n          lifecycle: experimental\n          owner: ${{ parameters.owner }}\n',
    },
  ],
  input: z.object({
    filePath: z.string().default('catalog-info.yaml').describe('The path that the file gets in the workspace'),
    entity: z.record(z.string(), z.unknown()).describe('The entity'),
  }),
  supportsDryRun: true,
  isIdempotent: true,
  async run({ input, workspace, templateRef, log, renderer, budget }) {
    const { entity, filePath } = input
    const metadata = (entity['metadata'] ?? {}) as Record<string, unknown>
    const annotations = {
      ...(metadata['annotations'] as object | undefined),
      ...(templateRef !== undefined && { [sourceTemplateAnnotation]: templateRef }),
    }
    const data = { ...entity, metadata: { ...metadata, ...(Object.keys(annotations).length > 0 && { annotations }) } }
    const text = await renderer.data('dump', { data }, { what: filePath, budget })
    await workspace.write(filePath, text)
    log(`Wrote ${filePath}`)
  },
})
