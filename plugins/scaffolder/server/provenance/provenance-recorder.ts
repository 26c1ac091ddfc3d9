import type { Task } from '@portico/scaffolder/common'
import type { PushRecord } from '../running/run.ts'
import { createTreeKeeper, packTree, toWholeFile } from './file-tree.ts'
import type { ProvenanceRun, ProvenanceStore } from './provenance-store.ts'
import type { PartStore } from './part-store.ts'
import { templatePart } from './template-parts.ts'

const maxOutputsLength = 500_000

/** Keeps what a repository was made of, so that it can follow its template later. */
export function createProvenanceRecorder({ store, parts }: { readonly store: ProvenanceStore; readonly parts: PartStore }) {
  return {
    async record({ id, spec, createdBy }: Task, push: PushRecord): Promise<void> {
      const { templateInfo } = spec
      // What a dry run or a template without a place in the catalog makes cannot follow anything.
      if (!templateInfo?.stepsDigest) return
      const keeper = createTreeKeeper(push.isSecret)
      for (const { path, isExecutable } of push.files) keeper.add(path, toWholeFile(await push.read(path), isExecutable))
      const etag = templateInfo.entity?.metadata['etag']
      const templateVersion = typeof etag === 'string' ? etag : undefined
      const isLarge = JSON.stringify(push.outputs).length > maxOutputsLength
      const run: ProvenanceRun = {
        answers: spec.parameters,
        user: spec.user ?? {},
        steps: spec.steps.map(step => step.id),
        outputs: isLarge ? {} : push.outputs,
      }
      const seen = [templatePart(templateInfo.entityRef, templateInfo.stepsDigest, templateVersion), ...push.parts]
      await store.save({
        repository: push.repository,
        taskId: id,
        templateRef: templateInfo.entityRef,
        templateVersion,
        title: push.title,
        address: push.address,
        contentsUrl: push.contentsUrl,
        run,
        parts: await parts.observe(seen),
        base: await packTree(keeper.tree),
        createdBy,
      })
    },
  }
}

export type ProvenanceRecorder = ReturnType<typeof createProvenanceRecorder>
