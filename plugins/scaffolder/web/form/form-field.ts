import type { ApiRef, useText } from '@portico/core/web'
import type { JsonObject } from '@portico/scaffolder/common'
import type { ComponentType, ReactNode } from 'react'

/** What a field of a form is given. The form itself shows title, description, help and errors around it. */
export interface FormFieldProps<Value = unknown> {
  /** The id of the control that the title names. */
  readonly id: string
  /** Ids of the elements that describe the control: description, help, errors. */
  readonly describedBy: string
  /** The name of the parameter. */
  readonly name: string
  readonly title: string
  readonly value: Value | undefined
  readonly onChange: (value: Value | undefined) => void
  /** `ui:options` as the template has it: check what you read. */
  readonly options: JsonObject
  readonly schema: JsonObject
  readonly required: boolean
  readonly disabled: boolean
  readonly invalid: boolean
  /** Whether the focus goes here when the page is shown. */
  readonly initialFocus: boolean
  readonly placeholder: string | undefined
}

/** What a validator may look at. */
export interface FieldCheck {
  /** Adds an error at the field. */
  readonly addError: (message: string) => void
  readonly options: JsonObject
  readonly schema: JsonObject
  /** All answers of the form. */
  readonly values: JsonObject
  /** A service by its ref. */
  readonly api: <Api>(ref: ApiRef<Api>) => Api
  /** Messages in the user's language. */
  readonly text: ReturnType<typeof useText>
}

/** The code of a field. */
export interface FormFieldModule {
  // The value is what the template's author makes of it; each field reads its own.
  // oxlint-disable-next-line typescript/no-explicit-any -- see above
  readonly View: ComponentType<FormFieldProps<any>>
  /** Runs when the page is left; what it throws is shown at the field. */
  readonly validate?: (value: unknown, check: FieldCheck) => void | Promise<void>
  /** It has several controls: its title names the group. */
  readonly isGroup?: boolean
  /** A JSON Schema of its options, for the field explorer. */
  readonly optionsSchema?: JsonObject
  /** A JSON Schema of its value. */
  readonly valueSchema?: JsonObject
}

/** A type of field, which templates use by its name: `ui:field: <name>`. */
export interface FormField {
  readonly name: string
  /** `() => import('./ColourPicker.tsx')`, a module with `View` and perhaps `validate`. */
  readonly load: () => Promise<FormFieldModule>
}

/** What a layout is given: the fields of an object, drawn already. */
export interface FormLayoutProps {
  readonly title: string
  readonly description: string | undefined
  readonly properties: readonly { readonly name: string; readonly content: ReactNode }[]
}

/** A layout of a page or an object, which templates use by its name: `ui:ObjectFieldTemplate: <name>`. */
export interface FormLayout {
  readonly name: string
  readonly load: () => Promise<{ readonly Layout: ComponentType<FormLayoutProps> }>
}

/** What a decorator may change before a task is created. */
export interface DecoratedForm {
  readonly values: JsonObject
  readonly secrets: Readonly<Record<string, string>>
}

/** Completes a form before its task is created: templates name it in `spec.formDecorators`. */
export interface FormDecorator {
  /** The id that templates use. */
  readonly name: string
  readonly decorate: (form: DecoratedForm, given: { readonly input: JsonObject; readonly api: FieldCheck['api'] }) => Promise<DecoratedForm>
}
