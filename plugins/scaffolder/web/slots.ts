import { defineSlot } from '@portico/core/web'
import type { FormDecorator, FormField, FormLayout } from './form/form-field.ts'

/** Types of fields that other plugins bring to forms. */
export const formFields = defineSlot<FormField>({ id: 'form-field', plugin: 'scaffolder' })

/** Layouts that other plugins bring to forms. */
export const formLayouts = defineSlot<FormLayout>({ id: 'form-layout', plugin: 'scaffolder' })

/** Decorators that other plugins bring to forms. */
export const formDecorators = defineSlot<FormDecorator>({ id: 'form-decorator', plugin: 'scaffolder' })
