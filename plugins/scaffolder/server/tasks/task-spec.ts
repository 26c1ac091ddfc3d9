import type { TaskSpec } from '@portico/scaffolder/common'
import { stepsDigest } from '../provenance/template-parts.ts'
import { baseUrlOf, type LoadedTemplate } from '../templates/template-source.ts'

/** What a task runs. A template that changes later does not change it. */
export function toSpec(
  { ref, entity, template }: LoadedTemplate,
  {
    values,
    steps,
    user,
  }: { readonly values: Record<string, unknown>; readonly steps: TaskSpec['steps']; readonly user: NonNullable<TaskSpec['user']> },
): TaskSpec {
  const { spec } = template
  const baseUrl = baseUrlOf(entity)
  return {
    apiVersion: template.apiVersion,
    steps,
    output: spec.output ?? {},
    parameters: values,
    user,
    templateInfo: {
      entityRef: ref,
      ...(baseUrl !== undefined && { baseUrl }),
      entity: { metadata: entity.metadata },
      stepsDigest: stepsDigest(entity),
    },
    ...(spec.secrets?.inLogs && { secretsInLogs: spec.secrets.inLogs }),
    ...(spec.EXPERIMENTAL_recovery && { EXPERIMENTAL_recovery: spec.EXPERIMENTAL_recovery }),
    ...(spec.approval !== undefined && { approval: spec.approval }),
  }
}
