import { AppError, isRecord, textOf } from '@portico/core/common'
import { useClient, useQuery } from '@portico/core/web'
import { scaffolderApi, type DryRunResult, type JsonObject } from '@portico/scaffolder/common'

export interface PlanRequest {
  readonly templateRef: string
  readonly values: JsonObject
  readonly secrets: Readonly<Record<string, string>>
  /** Whether it is worked out now. */
  readonly enabled: boolean
}

/** What a run would make; or why it could not be found out. */
export interface PlanState {
  readonly data: DryRunResult | undefined
  readonly error: Error | null
  readonly failure: { readonly stepName?: string | undefined; /** A run would fail in the same way. */ readonly isCertain: boolean }
  readonly retry: () => void
}

export function usePlan({ templateRef, values, secrets, enabled }: PlanRequest): PlanState {
  const client = useClient()
  const { data, error, refetch } = useQuery({
    // Secrets are not part of the key: they are kept nowhere.
    queryKey: ['scaffolder', 'plan', templateRef, values],
    queryFn: ({ signal }) => client.call(scaffolderApi.planTask, { body: { templateRef, values, secrets: { ...secrets } } }, { signal }),
    enabled,
    gcTime: 0,
    retry: false,
  })
  const details = error instanceof AppError && isRecord(error.details) ? error.details : {}
  return {
    data,
    error: enabled ? error : null,
    failure: { stepName: textOf(details['stepName']), isCertain: enabled && details['isCertain'] === true },
    retry: () => void refetch(),
  }
}
