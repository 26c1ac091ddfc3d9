import { useQuery, useSlot } from '@portico/core/web'
import { ownFields } from '../fields/own-fields.ts'
import { formFields } from '../slots.ts'
import type { FormFields } from './fields-context.ts'

/** The types of fields: those of the scaffolder, and those of plugins, which may replace them. */
export function useFormFields(): { readonly fields: FormFields | undefined; readonly error: Error | null; readonly retry: () => void } {
  const brought = useSlot(formFields)
  const { data, error, refetch } = useQuery<FormFields>({
    queryKey: ['scaffolder', 'form-fields', ...brought.map(({ id }) => id)],
    queryFn: async () => {
      const loaded = await Promise.all(brought.map(async ({ item }) => [item.name, await item.load()] as const))
      return new Map([...ownFields, ...loaded])
    },
    staleTime: Infinity,
    // A module is not data: it must not be compared or copied.
    structuralSharing: false,
    ...(brought.length === 0 && { initialData: ownFields }),
  })
  return { fields: data, error, retry: () => void refetch() }
}
