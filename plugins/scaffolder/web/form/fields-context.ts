import { createContext } from 'react'
import type { FormFieldModule } from './form-field.ts'

/** The types of fields that a form can use, by name. */
export type FormFields = ReadonlyMap<string, FormFieldModule>

export const FieldsContext = createContext<FormFields>(new Map())
