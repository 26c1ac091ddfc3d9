import type { Condition as CoreCondition } from '@portico/core/common'
import { z } from 'zod'

/** Conditions as they are on the wire: rules of the plugin that owns the resources, and their combinations. */
export const Condition: z.ZodType<CoreCondition> = z.lazy(() =>
  z.union([
    z.strictObject({ rule: z.string(), resourceType: z.string(), params: z.record(z.string(), z.unknown()).optional() }),
    z.strictObject({ anyOf: z.array(Condition).min(1) }),
    z.strictObject({ allOf: z.array(Condition).min(1) }),
    z.strictObject({ not: Condition }),
  ]),
) as z.ZodType<CoreCondition>
