import { compileJsonSchema, isRecord, type JsonSchemaCheck } from '@portico/core/common'
import type { ValidatorType } from '@rjsf/utils'

const compiled = new WeakMap<object, JsonSchemaCheck | undefined>()

/** The check of a schema, compiled once; undefined where it has mistakes. */
function checkOf(schema: object): JsonSchemaCheck | undefined {
  if (!compiled.has(schema)) {
    const { check, mistakes } = compileJsonSchema(schema, { ignoreUnknownKeywords: true })
    compiled.set(schema, mistakes.length === 0 ? check : undefined)
  }
  return compiled.get(schema)
}

/** What references of a part lead to is in the root. */
function withDefinitions(schema: object, root: unknown): object {
  const { $defs, definitions } = isRecord(root) ? root : {}
  if ($defs === undefined && definitions === undefined) return schema
  return { ...schema, ...($defs !== undefined && { $defs }), ...(definitions !== undefined && { definitions }) }
}

/** With which the form decides which alternatives are shown: the validator of the server. Errors are found by `checkPage`. */
export const formValidator: ValidatorType = {
  isValid: (schema, formData, rootSchema) => checkOf(withDefinitions(schema, rootSchema))?.(formData).length === 0,
  rawValidation: (schema, formData) => ({ errors: (checkOf(schema)?.(formData) ?? []) as never[] }),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
}
