import type { Task } from '@portico/scaffolder/common'

export interface UsedTemplate {
  readonly templateRef: string
  /** As it was called when it was last run. */
  readonly title: string | undefined
  readonly runs: number
}

/** The templates of some runs, in the order of their last run. Runs without a template, such as dry runs, are left out. */
export function usedTemplates(tasks: readonly Pick<Task, 'spec'>[]): UsedTemplate[] {
  const found = new Map<string, UsedTemplate>()
  for (const { spec } of tasks) {
    const { entityRef, entity } = spec.templateInfo ?? {}
    if (entityRef === undefined || !/^template:[^/]+\/.+$/i.test(entityRef)) continue
    const before = found.get(entityRef)
    const title = entity?.metadata['title']
    found.set(entityRef, {
      templateRef: entityRef,
      title: before ? before.title : typeof title === 'string' ? title : undefined,
      runs: (before?.runs ?? 0) + 1,
    })
  }
  return [...found.values()]
}
