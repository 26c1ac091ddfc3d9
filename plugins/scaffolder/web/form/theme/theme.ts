import type { FormProps } from '@rjsf/core/lib/components/Form.js'
import { ArrayFieldItemTemplate, ArrayFieldTemplate } from './array-template.tsx'
import { CheckboxesWidget, CheckboxWidget, ColorWidget, HiddenWidget, RadioWidget, RangeWidget, SelectWidget } from './choices.tsx'
import { FieldTemplate, MultiSchemaFieldTemplate, UnsupportedFieldTemplate } from './field-template.tsx'
import { FileWidget } from './file-widget.tsx'
import {
  BaseInputTemplate,
  DateTimeWidget,
  DateWidget,
  EmailWidget,
  PasswordWidget,
  TextareaWidget,
  TextWidget,
  TimeWidget,
  UrlWidget,
} from './inputs.tsx'
import { CodeWidget, MarkdownWidget } from './long-texts.tsx'
import { ObjectFieldTemplate } from './object-template.tsx'

function Nothing() {
  return undefined
}

/** How a form looks, in the parts of the kit. Titles, descriptions, help and errors are drawn by the field template. */
export const templates: NonNullable<FormProps['templates']> = {
  ArrayFieldItemTemplate,
  ArrayFieldTemplate,
  BaseInputTemplate,
  DescriptionFieldTemplate: Nothing,
  ErrorListTemplate: Nothing,
  FieldErrorTemplate: Nothing,
  FieldHelpTemplate: Nothing,
  FieldTemplate,
  MultiSchemaFieldTemplate,
  ObjectFieldTemplate,
  TitleFieldTemplate: Nothing,
  UnsupportedFieldTemplate,
}

/** The widgets, by the names of the form library and by those of templates. */
export const widgets: NonNullable<FormProps['widgets']> = {
  CheckboxesWidget,
  CheckboxWidget,
  ColorWidget,
  DateTimeWidget,
  DateWidget,
  EmailWidget,
  FileWidget,
  HiddenWidget,
  PasswordWidget,
  RadioWidget,
  RangeWidget,
  SelectWidget,
  TextareaWidget,
  TextWidget,
  TimeWidget,
  UpDownWidget: TextWidget,
  URLWidget: UrlWidget,
  url: UrlWidget,
  code: CodeWidget,
  json: CodeWidget,
  yaml: CodeWidget,
  markdown: MarkdownWidget,
}
