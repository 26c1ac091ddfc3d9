import { createLazyPart } from '../lazy.tsx'
import { SkeletonRows } from '../SkeletonRows.tsx'
import type { SchemaFormProps } from './form-schema.ts'

/** A small form that a schema describes: one column, labels above, help under them. For values that `toFormValues` has made. */
export const SchemaForm = createLazyPart<SchemaFormProps>(
  async () => (await import('./SchemaFields.tsx')).SchemaFields,
  () => <SkeletonRows rows={3} />,
)
