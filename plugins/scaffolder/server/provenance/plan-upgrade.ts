import { AppError, conflictError } from '@portico/core/common'
import { principalName } from '@portico/core/server'
import type { Readers } from '@portico/integrations/server'
import type { TemplatePart } from '@portico/scaffolder/common'
import { createBudget, type Renderers } from '../rendering/renderer.ts'
import { workspaceLimits } from '../workspace/workspace.ts'
import { createTreeKeeper, packTree, toWholeFile, unpackTree, type KnownTree, type WholeFile, type WholeTree } from './file-tree.ts'
import { mergeTrees, type MergedFile } from './merge-trees.ts'
import type { ProvenanceStore, StoredProvenance } from './provenance-store.ts'
import type { RenderedNow, RenderNow, RenderRequest } from './render-now.ts'

export interface PlanUpgradeDependencies {
  readonly store: Pick<ProvenanceStore, 'base'>
  readonly renderNow: RenderNow
  readonly reading: () => Promise<Readers>
  readonly renderers: Renderers
}

/** What an upgrade would do, with everything that is needed to do it. */
export interface UpgradePlan {
  readonly files: readonly MergedFile[]
  readonly ours: WholeTree
  readonly parts: readonly TemplatePart[]
  readonly answers: Readonly<Record<string, unknown>>
  readonly templateVersion: string | undefined
  readonly templateTitle: string
  /** What the repository is based on when the upgrade is merged. */
  readonly nextBase: () => Promise<Buffer>
}

/** Compares what a template made, what it makes now, and what became of it. */
export function createPlanUpgrade({ store, renderNow, reading, renderers }: PlanUpgradeDependencies) {
  async function readRepository({ contentsUrl = '' }: StoredProvenance, signal: AbortSignal): Promise<WholeTree> {
    const readers = await reading()
    const target = readers.resolve('url', '/', contentsUrl)
    const limits = { maxFiles: workspaceLimits.files, maxBytes: workspaceLimits.bytes }
    const result = await readers.readTree('url', target, { signal, ...limits })
    const tree = new Map<string, WholeFile>()
    if (!result.notModified)
      for await (const { path, bytes, isExecutable } of result.files) tree.set(path, toWholeFile(bytes, isExecutable))
    return tree
  }

  return async function planUpgrade(request: RenderRequest): Promise<UpgradePlan | Extract<RenderedNow, { missingAnswers: unknown }>> {
    const { stored, signal } = request
    const packed = await store.base(stored.origin.id)
    if (!packed || stored.contentsUrl === undefined) throw noBase(stored)
    const now = await renderNow(request)
    if ('missingAnswers' in now) return now
    const [base, ours] = [await unpackTree(packed), await readRepository(stored, signal)]
    const [renderer, budget] = [renderers.for(principalName(request.caller)), createBudget(signal)]
    const files = await mergeTrees({ base, theirs: now.tree, ours }, texts =>
      // Undefined where it takes too much time or memory.
      renderer.data('mergeText', texts, { what: 'A merge', budget }).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'scaffolder.limit') return undefined
        throw error
      }),
    )
    const { tree, ...rest } = now
    return { ...rest, files, ours, nextBase: () => keepTree(tree, base) }
  }
}

export type PlanUpgrade = ReturnType<typeof createPlanUpgrade>

/** A file that held a secret stays one of which nothing is kept. */
function keepTree(tree: WholeTree, before: KnownTree): Promise<Buffer> {
  const keeper = createTreeKeeper(() => false)
  const secret = [...before].filter(([, file]) => file.isSecret)
  for (const [path, file] of tree) if (!before.get(path)?.isSecret) keeper.add(path, file)
  return packTree(new Map([...keeper.tree, ...secret]))
}

function noBase({ origin }: StoredProvenance) {
  return conflictError(`What the template made of ${origin.title} is not known, so nothing can be merged`, { code: 'scaffolder.no-base' })
}
