import { z } from 'zod'
import { JsonObject, taskLimits } from './task.ts'

/** The ref of a template. */
export const ref = z.string().min(1).max(taskLimits.refLength)

/** The secrets of a run. All of them are searched for in everything that it says. */
export const Secrets = z
  .record(z.string().max(taskLimits.secretNameLength), z.string().max(taskLimits.secretLength))
  .refine(secrets => Object.keys(secrets).length <= taskLimits.secrets, `has more than ${taskLimits.secrets} secrets`)
  .refine(
    secrets => Object.values(secrets).reduce((sum, secret) => sum + secret.length, 0) <= taskLimits.allSecretsLength,
    `has secrets of more than ${taskLimits.allSecretsLength} characters together`,
  )

/** The answers of a run. */
export const Values = JsonObject.refine(
  values => Object.keys(values).length <= taskLimits.values,
  `has more than ${taskLimits.values} values`,
).refine(values => JSON.stringify(values).length <= taskLimits.valuesLength, `is longer than ${taskLimits.valuesLength} characters of JSON`)

/** A run that is asked for. */
export const NewTask = z.object({ templateRef: ref, values: Values, secrets: Secrets.optional() })
